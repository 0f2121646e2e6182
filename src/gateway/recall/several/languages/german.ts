import type { Language } from '../language.ts'

/** Of one thing: "welche Farbe", "welche Nummer". */
const single =
  '(?:farbe|adresse|strasse|grosse|marke|sprache|woche|schule|klasse|seite|stelle|sache|frage|reihe|rolle|note|hohe|lange|uhrzeit|nummer|mutter|schwester|tochter|summe|stimme|miete|reise|firma|art|stadt|zeit|version|lösung|losung|person|band|serie|datei)'
const plural = `(?!${single}(?![a-z]))(?:[a-z]{2,}(?:en|er|e|ern|eln|s|n))`
const verb =
  '(?:hat|habe|haben|hast|hatte|hatten|ist|sind|war|waren|will|wollte|wollten|mag|mochte|soll|kann|gab|gibt|[a-z]+(?:te|ten|t|e|en))'
const unit = '(?:sekunden|minuten|stunden|tage|wochen|monate|jahre)'

export const german: Language = {
  small: `aber alle alles als am an auch auf aus bei das dass dem den der des die ein eine er es fasse gib haben habe hat
    hast ich ihr im in ist kannst liste mag mal mein meine meinem meinen meiner mich mir mit nach nenne nicht noch sich sie
    sind so und uns unser unsere unserem unseren von war was welche welchen welcher welches wer wie wir wo womit woruber zu
    zum zur zwischen vergleiche`,
  opens: [
    '(?:was|welche[nrsm]?|wer|wen|wem|wie|wo|wann|warum|womit|woruber|wohin|wieviele?|in welche[rmn]|zwischen|hat|habe|haben|hast|ist|sind|war|waren|bin|kannst|konntest|mag|gibt|gab|arbeite[tn]?|wohn[et]+|lebt?|gilt)',
    '(?:bitte )?(?:liste|nenne?|zahle?|gib|sag|sage|zeig|zeige|erzahl|erzahle|fasse?|vergleich[e]?|bring|erinnere|mach|erstelle?|uberblick|zusammenfassung|ich (?:mochte|hatte gern|brauche))',
  ],
  ours: [
    '(?<!(?:kann|soll|muss|darf|konnte|sollte|wenn) )ich(?! (?:muss|brauche))',
    'mein(?:e[mnrs]?)?|unser(?:e[mnrs]?)?|uns|mich|sein(?:e[mnrs]?)?|ihr(?:e[mnrs]?)?|er|ihn|ihm|wir',
    '(?<!(?:gib|zeig|zeige|sag|sage|nenne?|erzahle?|mach|erklare?) )mir',
    '(?:hast|hattest) du|du (?:gesagt|erzahlt|weisst)',
    'bisher|bis jetzt|im lauf(?:e)? der zeit|mit der zeit|zuletzt besprochen',
  ],
  atHand: [
    '(?:dies(?:e[mnrs]?|en)?|folgende[mnrs]?|beigefugte[mnrs]?|angehangte[mnrs]?) (?:[a-z]+ )?(?:text|artikel|seite|link|mail|dokument|datei|pdf|absatz|nachricht|video|notiz|satz|code|zahlen|worter|brief)e?[sn]?',
    'folgende[mnrs]?|anbei|unten',
  ],
  asks: {
    order: [
      'reihenfolge|chronologi[a-z]+|zeitleiste|zeitstrahl|zeitliche[nrms]? (?:ablauf|abfolge)|der reihe nach|was (?:war|kam|passierte) zuerst|vor oder nach',
    ],
    change: [
      '(?:was|wie|wo|hat|haben|wurde)\\b.{0,60}\\b(?:geandert|verandert|gewandelt|weiterentwickelt|entwickelt)',
      'was ist (?:neu|anders)|gibt es (?:etwas )?(?:neues|anderungen)',
      '(?:immer noch|noch immer|noch gultig|noch aktuell|nicht mehr|inzwischen|mittlerweile)\\b.*\\?',
      '(?:bin|ist|sind|habe|hat|haben|arbeite[tn]?|wohne?[tn]?|lebe?[tn]?|gilt|mag|will) (?:[a-z]+ ){1,3}noch(?! (?:nie|nicht|kein|einmal|mal))',
      '(?:was|welche[rsmn]?|wo|wann|wer|wie)\\b.{0,60}\\b(?:aktuell(?:e[rsmn]?)?|derzeit|momentan|neueste[rsmn]?|jungste[rsmn]?|letzter stand|neuester stand|zurzeit)',
    ],
    summary: [
      'zusammenfass[a-z]+|fass[te]?\\b.{0,80}\\bzusammen|uberblick|ubersicht|rekapituliere?|bring mich auf den (?:neuesten |aktuellen )?stand',
      '(?:alles|was) (?:was )?(?:du|wir|ich) (?:.{0,30} )?(?:uber|zu[mr]?|von) .{0,60}(?:weisst|wissen|gesagt|besprochen|erzahlt)',
      'was weisst du (?:alles )?(?:uber|von)',
    ],
    comparison: [
      'vergleich[a-z]*|verglichen|unterschiede? zwischen|unterscheide[nt]|gemeinsam(?:keiten)?|im gegensatz|gegenuber',
      'beide[nrs]?|sowohl',
      `(?:wie ?viele? ${unit}|wie lange?|was).{0,60} zwischen .+ und`,
      '(?:mehr|weniger|besser|schlechter|alter|fruher|spater|langer|billiger|[a-z]{3,}er) als .{2,60}\\?',
    ],
    count: [
      `wie ?viele[nrs]?(?! ${unit} hat)|wie oft|wie haufig|wie ?viel [a-z]+ (?:insgesamt|zusammen)`,
      'insgesamt|anzahl',
    ],
    list: [
      `welche(?:n|r)?(?: (?:verschiedenen|anderen|neuen|[a-z]+en))*(?: [a-z]+)?? ${plural}(?: und [a-z]+)? ${verb}`,
      'was (?:hat|habe|haben|hast|sind|war|waren|mag|mochte)\\b.{0,40}\\balles|was alles|wer\\b.{0,40}\\balles|wo(?:hin)? (?:uberall|alles)|wo\\b.{0,40}\\buberall',
      '(?:was|welche|wer) (?:sind|waren) (?:meine|deine|seine|ihre|unsere|die|alle|[a-z]+s)',
      '(?:liste|zahle?|nenne?|gib|zeig)\\b.{0,40}\\b(?:alle[ns]?|samtliche|auf|jede[nrs]?)',
      'alle[nrs]? (?:meine[nr]?|unsere[nr]?|seine[nr]?|ihre[nr]?|die|der|den) [a-z]+|jedes mal|jedesmal|alles,? was (?:ich|wir|er|sie)',
    ],
    liking: [
      '(?:was|welche[nrs]?|wen|wo|wie|womit)\\b.{0,60}\\b(?:mag|magst|mogen|mochte|mochten|liebt?|lieben|bevorzug[a-z]+|gefallt|gefallen|hasst?|schmeckt|interessier[a-z]+|gern|gerne|am liebsten|lieber)',
      '(?:was|welche[rsn]?|wer|wo)\\b.{0,40}\\b(?:lieblings[a-z]*|vorlieben?|hobbys?|interessen|geschmack|abneigungen)',
    ],
  },
  frame: `wie viele wieviele wieviel viel oft haufig insgesamt anzahl liste auflisten zahle nenne reihenfolge chronologisch
    chronologische zeitleiste zusammenfassung zusammenfassen zusammen fasse fass uberblick ubersicht verschiedene verschiedenen
    aspekte themen punkte dinge sachen erwahnt besprochen gesagt erzahlt gesprach gesprache gesprachen unterhaltungen
    nachrichten bitte gib zeig zwei drei vier funf sechs sieben acht neun zehn vergleiche vergleich verglichen unterschied
    unterschiede zwischen beide beiden gemeinsam aktuell aktuelle aktuellen derzeit neueste noch immer bisher alle alles`,
}
