import { list, type PhraseTable } from '../language.ts'

export const germanPhrases: PhraseTable = {
  functionWords: `
    ab aber alle als also am an auch auf aus bei beim bin bis bist bitte brauche braucht danke dann das dass dein
    dem den denn der des die dies diese dieser dieses dir doch du durch ein eine einem einen einer eines er es etwas
    euch euer fur gab gibt gib gut habe haben hat hast hatte heute hier ich ihm ihn ihnen ihr im immer in ist ja
    jetzt kann kannst kein keine konnen konntest mache machen mach mal man mehr mein meine meinen meiner mich mir
    mit mochte morgen muss nach nein nicht noch nun nur ob oder ohne schon sehr sein seine sich sie sind so soll
    sollte uber um und uns unser unsere unter vom von vor war waren warum was weil welche welchen welcher welches
    wenn wer wie wieder will wir wird wo wurde zu zum zur zeig sag sage schreib wann wieso woher wohin weisst weiss
    wegen gerne gern viel viele`,
  greetings: list`
    hallo(?: zusammen| nochmal)? / hi / hey / guten (?:morgen|tag|abend|mittag) /
    schönen guten (?:morgen|tag|abend) / moin(?: moin)? / servus / grüß (?:dich|gott|euch) / grüezi / tach / na du`,
  partings: list`
    (?:vielen|herzlichen|besten|lieben|tausend) dank(?: (?:für (?:alles|die|deine|ihre) ?(?:hilfe|mühe|antwort|info)?|dafür))? /
    danke(?: (?:schön|sehr|dir|ihnen|euch|vielmals|nochmals?))?(?: für (?:alles|(?:die|deine|ihre) (?:schnelle )?(?:hilfe|mühe|antwort|info)))? /
    danke / dankeschön / gute nacht / schlaf gut / tschüss / tschüß / tschau /
    bis (?:bald|später|dann|morgen|gleich|nachher) / auf wiedersehen / mach'?s gut /
    schönen? (?:tag|abend|feierabend|morgen|wochenende)(?: noch)?`,
  closings: list`
    super / perfekt / prima / toll / klasse / top / alles klar / in ordnung / verstanden / passt / ok(?:ay)? / gut /
    hat (?:super |gut |prima )?(?:geklappt|funktioniert|geholfen)`,
  leads: list`
    ok(?:ay)? / so / gut / und / aber / ach / also / jetzt / nun / noch / mal / super / übrigens / alles klar /
    kurz / naja / hm+`,
  announcements: list`
    themawechsel / (?:ein )?(?:neues|anderes|ganz anderes) thema / themenwechsel /
    (?:noch )?(?:mal )?(?:et)?was (?:ganz |völlig |komplett )?(?:anderes|neues)(?= ?[:,.!–—-]|$) /
    (?:zu )?(?:et)?was (?:ganz |völlig )?anderem /
    (?:noch )?(?:eine )?(?:ganz |völlig )?(?:andere|neue) (?:frage|sache|baustelle)(?= ?[:,.!–—-]|$) /
    (?:lass uns |wir )?(?:das )?thema wechseln / (?:hat )?nichts damit zu tun / vergiss (?:das|es) /
    unabhängig davon`,
  asides: list`übrigens / apropos / nebenbei / ach ja / bevor ich es vergesse / was mir (?:gerade )?einfällt`,
  joins: list`
    nein(?=,) / zu \p{L}+(?= ?(?:$|[.,!])) / (?:schon |viel )?besser / (?:warum|wieso)(?: [^ ]+){1,2}(?= ?\?+$) /
    (?:warum|wieso|wann|wo|wer|wie|welche[rsn]?|wie ?viel|wie lange|seit wann|wirklich|echt|wozu|womit)(?: nicht| denn)?(?= ?\??$) /
    und / aber / oder / sondern / dann / also / auch / außerdem / was ist mit / wie ist es / wie sieht es /
    wie wäre es / weil / warum nicht / welche(?:r|s|n)? davon / weiter / mach weiter / noch ?mal / kürzer / länger /
    stattdessen / lieber`,
  references: list`
    ^(?:geht|klappt|funktioniert|hilft|passt) (?:leider |immer noch |aber )?nicht / (?:bist du |ist das )sicher /
    doch nicht / (?:ich|wir) würden? lieber / vergiss (?:es|das) / die hälfte / so (?:et)?was /
    (?:der|die|das|den|dem)? ?(?:erste|zweite|dritte|vierte|fünfte|letzte|andere|nächste|vorletzte|obere|untere|vorige)[nrs]?(?= ?(?:$|[.,!?]|gefällt|ist|wäre|finde|nehme|passt|klingt|sieht|bitte|dann|reicht)) /
    (?:der|die|das|den|dem) \p{L}{3,}ere?[nrs]?(?= ?(?:$|[.,!?]|gefällt|ist|wäre|nehme|passt|bitte|dann)) /
    (?:option|nummer|variante|vorschlag) (?:[a-d]|\d|eins|zwei|drei|vier) /
    (?:beide|keine|alle|eine|einer|eines|welche) (?:davon|von (?:denen|beiden|ihnen)) / ich mein(?:te|e)? /
    gemeint war / (?:das )?stimmt (?:so )?(?:nicht|nich) /
    (?:das )?(?:ist|war) (?:falsch|nicht richtig|ein irrtum) / (?:doch|eigentlich) (?:am|um|erst|nicht|lieber|nur) /
    nicht \p{L}+,? sondern / wie (?:gesagt|vorhin|eben|besprochen|oben|gehabt|letztes mal) /
    (?:hast|hattest) du (?:vorhin |eben |schon )?(?:gesagt|geschrieben|vorgeschlagen|gefunden|herausgefunden|gehört) /
    du (?:hast|hattest) (?:vorhin |eben |mir )?\p{L}* ?(?:gesagt|geschrieben|vorgeschlagen|empfohlen) /
    dein(?:e|en|em|er)? (?:letzte[nrs]? |erste[nrs]? )?(?:antwort|vorschlag|liste|idee|entwurf|nachricht) /
    (?:das ?selbe|die ?selben?|der ?selbe|das gleiche|die gleichen?|den gleichen) /
    (?:da|hier)(?:für|mit|von|ran|rauf|zu|bei|rüber|gegen|rin|durch|nach|vor) /
    es (?:war|waren|sind|ist) (?:doch |eigentlich )?(?:\d+|nicht) /
    (?:gibt|gab) es (?:schon )?(?:was neues|neuigkeiten)`,
  pronouns: list`
    er / sie / es / ihn / ihm / ihnen / dort /
    (?:den|die|der|das|dem)(?= (?:auch|noch|denn|mal|nicht|schon|bitte|so|jetzt|dann|hier|da|ist|war|in|für|mit|kann|hat|wird|geht|passt)(?: |$|[.,?!])|$| ?[.,?!]) /
    dies(?:e[rsnm]?)? / jene[rsnm]?`,
  empty: list`
    (?:gibt|gab|geht|regnet|schneit|ist|war|wird|wie|wäre) es / es (?:gibt|gab|geht|regnet|schneit|ist|war|wird) /
    können sie|könnten sie|haben sie|sind sie|wissen sie|würden sie /
    diese[rsnm]? (?:woche|monat|jahr|tage|abend|morgen|mal|wochenende|sommer|winter|frühling|herbst)[sn]? /
    (?:an|bei|zu|in|auf|mit|von|vor|nach|seit) (?:den|dem|der|das|die)`,
  hints: list`auch / noch / wieder / nochmal / stattdessen / außerdem / ebenfalls / etwas \p{L}+er / den rest / sonst`,
  requests: list`
    (?:bitte |kannst du |könntest du |würdest du )*(?:(?:schreib|erzähl|erklär|such|find|übersetz|erinner|zeig|nenn|plan|bestell|buch|vergleich|empfehl|formulier|erstell|bau|sortier|korrigier|spiel|würfel|zähl|mach|gib|hilf|empfiehl|entwirf|fass|schlag|stell|trag|sag|schick|lies|dicht|erfind|prüf|rechne|berechne|beschreib|definier|ordne|lös|denk)e?|übersetze|erinnere|berechne|rechne)(?= (?:\p{L}|[\d"„'(])) /
    [^.!?]{3,80} bitte$ / (?:ich|wir) (?:brauche|brauchen|möchte|möchten|hätte gern|suche|suchen) (?:eine?n?|hilfe|ideen)`,
  openings: list`
    ich / wir / mein(?:e|en|em|er)? / unser(?:e|en|em|er)? / eine?[nmrs]? / der / die / das / den / dem / es / du / dein(?:e|en|er)? / wenn /
    kannst / können / könnte(?:st)? / bitte / manche / jede[rsn]?`,
  indefinites: list`eine?[nmrs]? / einige`,
  stateWords: list`aber / noch / schon / jetzt / endlich / nur / leider / doch / erst / inzwischen / mittlerweile / am ende / nun / nicht mehr`,
  outcomes: list`
    ^(?:wurde|wurden|ist|sind|hat|habe|haben|war|waren|kam|kamen|ging|geht|gibt|gemacht|erledigt|ge\p{L}+(?:t|en)) / nicht / nichts / kein(?:e|en|er)? /
    niemand / ^(?:[^ ]{1,40} ){1,4}(?:ab|an|auf|aus|be|ein|ge|ver|zer|zu|er|ent)ge?\p{L}{2,}(?:t|en)$`,
  smallTalk: list`
    wie geht(?:'?s| es)?(?: (?:dir|ihnen|euch))?(?: (?:so|heute))?|alles (?:gut|okay|ok|bestens)|was geht /
    bitte (?:schön|sehr)|gern(?:e)? geschehen|kein(?:e)? (?:problem|ursache) /
    (?:das )?(?:klingt|ist|passt|sieht) (?:gut|super|ok(?:ay)?|perfekt|toll|prima|so)(?: aus)?|passt so|mach (?:das|es|mal)|lieber nicht|noch nicht|nicht (?:jetzt|heute|nötig)|ach so|na (?:klar|gut|ja|dann)|auf jeden fall|auf keinen fall|weiß ich(?: doch)?|das war alles|von mir aus`,
}
