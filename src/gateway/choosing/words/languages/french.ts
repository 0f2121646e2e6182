import { list, type PhraseTable } from '../language.ts'

export const frenchPhrases: PhraseTable = {
  functionWords: `
    a ai alors as au aussi autre avec avez avoir aux bien bon ca ce cela ces cet cette chez comme comment dans de deja
    des dire dis dit dois donc du elle elles en encore es est et ete etre eu fait faire faut il ils j je l la le les
    leur lui m ma mais me merci mes moi mon n ne non nos notre nous on ont ou oui par pas peu peut peux plus pour
    pouvez qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sous sur t ta te tes toi ton
    tous tout toute tres trop tu un une va vas veux voir vos votre vous vais y etait aujourd hui demain hier donne
    mets trouve dis besoin combien pourquoi ici depuis apres avant plait cest estce`,
  greetings: list`bonjour(?: à tous)? / bonsoir / salut / coucou / hello / rebonjour / re`,
  partings: list`
    merci(?: (?:beaucoup|bien|infiniment|mille fois|à (?:toi|vous)|encore))?(?: pour (?:tout|ça|cela|(?:ton|votre|l')\s?(?:aide|réponse)))? /
    merci / mille mercis / un grand merci / je (?:te|vous) remercie / bonne (?:nuit|journée|soirée) /
    bon (?:week-end|weekend|après-midi|courage) / dors bien / au revoir /
    à (?:bientôt|demain|plus(?: tard)?|tout à l'heure|la prochaine)`,
  closings: list`
    super / parfait / génial / nickel / top / très bien / impeccable / excellent / d'accord / ça marche /
    ça a marché / entendu / compris / ok(?:ay)?`,
  leads: list`
    ok(?:ay)? / bon / bien / alors / et / mais / sinon / ah / super / parfait / d'accord / maintenant / bof / hm+`,
  announcements: list`
    (?:un )?(?:nouveau|autre) sujet / (?:une )?(?:tout )?autre (?:chose|question)(?= ?[:,.!–—-]|$) /
    (?:une )?nouvelle question(?= ?[:,.!–—-]|$) / (?:pour )?chang(?:eons|er|ement|ez|e) de sujet /
    (?:ça n'a )?rien à voir / sans (?:aucun )?rapport / parlons d'autre chose / passons à autre chose /
    oublie (?:ça|cela) / dans un autre registre`,
  asides: list`au fait / à propos / d'ailleurs / tant que j'y pense / sinon / avant que j'oublie`,
  joins: list`
    non(?=,) / trop \p{L}+ / (?:c'est )?mieux / pourquoi(?: [^ ]+){1,2}(?= ?\?+$) /
    (?:pourquoi|quand|où|qui|comment(?: ça)?|combien|depuis quand|vraiment|c'est sûr)(?= ?\??$) / et / mais / ou /
    alors / donc / puis / aussi / plutôt / qu'en est-il / et si / pourquoi pas / lequel / laquelle / lesquels /
    parce que / continue / encore / vas-y / plus court / plus long / dans ce cas`,
  references: list`
    ^(?:ne )?(?:marche|fonctionne|passe) (?:toujours )?pas / (?:tu es|vous êtes|t'es) sûre? / finalement /
    je (?:préfère|préférerais) / laisse tomber / la moitié /
    (?:le|la|les|l'|au|à la) ?(?:premi(?:er|ère)|deuxième|seconde?|troisième|quatrième|cinquième|derni(?:er|ère)|autre|suivante?|précédente?)s?(?= ?(?:$|[.,!?]|me |m'|est|alors|stp|plutôt|serait|convient|si |svp)) /
    (?:le|la|les) (?:moins|plus) \p{L}+(?= ?(?:$|[.,!?]|me |m'|est|alors|stp|plutôt|serait|convient|si |svp)) /
    (?:celui|celle|ceux|celles)(?:-ci|-là)? / (?:option|numéro|proposition|choix) (?:[a-d]|\d|un|deux|trois) /
    (?:les deux|aucune?|toute?s|tous|une?) (?:d'entre eux|d'entre elles) /
    je (?:voulais dire|voulais plutôt|parlais|pensais à|veux dire) / je me suis trompée? /
    (?:pardon|désolée?|excuse(?:z)?-moi),? (?:c'était|c'est|je|il|elle) / en fait /
    ce n'est pas (?:ça|juste|correct|ce que) / c'est faux / pas \p{L}+,? mais /
    comme (?:avant|tout à l'heure|la dernière fois|je disais|tu disais|prévu|ci-dessus) /
    tu (?:as|avais) (?:dit|écrit|proposé|suggéré|recommandé|trouvé) /
    ta (?:dernière |première )?(?:réponse|proposition|liste|suggestion) /
    ton (?:dernier |premier )?(?:idée|message|brouillon) / (?:le|la|les) mêmes?(?: chose)? / des nouvelles`,
  pronouns: list`
    ils? / elles? / ça / cela / lui /
    (?:peux|peut|pouvez|pourrais|pourrait|veux|voulez|dois|faut|vas|va|de|pour|on|je|tu|vous) (?:le|la|les|l'|lui|leur|en|y) ?\p{L}+(?:er|ir|re|oir|é|ée|u|is) /
    \p{L}+-(?:le|la|les|lui|leur|en|y) / (?:ce|cet|cette|ces) \p{L}+-(?:là|ci)`,
  empty: list`
    il y (?:a|avait|aura) / y a-t-il /
    il (?:fait|faut|pleut|neige|me faut|nous faut|est (?:possible|vrai|temps|tard|tôt|normal|\d+)) /
    (?:fait|faut|pleut|est|existe-t)-il / s'il (?:te|vous) pla[iî]t / quelle heure est-il / ça (?:va|dépend) /
    pour (?:le|la|les) \p{L}+ / de (?:la|l') ?\p{L}+`,
  hints: list`aussi / encore / également / un peu (?:plus|moins) / le reste / toujours / là-bas / plutôt`,
  requests: list`
    (?:peux-tu |pouvez-vous |tu peux |pourrais-tu )*(?:(?:écri|décri|li|tradui|di|fai)(?:s|re|t)|(?:donn|trouv|cherch|expliqu|racont|rappell?|propos|recommand|montr|calcul|compar|list|prépar|réserv|command|ajout|envoi|invent|imagin|aid|corrig|résum|rédig|class|compt|jou|dessin|convertis?|conseill|planifi|cré|dress|not|vérifi)(?:e|er|ez)?|mets|mettre|convertis|convertir|choisis)(?= (?:\p{L}|[\d"«'(])|-(?:moi|nous|en)) /
    [^.!?]{3,80} (?:stp|svp|s'il (?:te|vous) plaît)$ / (?:il me faut|j'ai besoin d|je (?:voudrais|cherche)|j'aimerais) ?(?:une?|'une?|des|de l'aide)`,
  openings: list`
    je / j'\p{L}+ / nous / on / mon / ma / mes / notre / nos / une? / des / le / la / les / l'\p{L}+ / tu / ton / ta / tes / vous / il / si /
    est-ce / peux-tu / chaque`,
  indefinites: list`une? / des / quelques`,
  stateWords: list`mais / encore / toujours / déjà / enfin / maintenant / seulement / malheureusement / finalement / désormais / ne \p{L}+ plus / préfère`,
  outcomes: list`
    ^(?:fait|reçue?s?|mise?s?|venue?s?|parti(?:e|s|es)?|fini(?:e|s|es)?|vue?s?|perdue?s?|\p{L}{2,}ée?s?) / (?:reçue?s?|\p{L}{3,}ée?s?)$ / pas / rien / aucune? / personne /
    \p{L}+ (?:reçue?s?|\p{L}{3,}ée?s?)(?=$|[,.])`,
  smallTalk: list`
    (?:comment )?(?:ça|ca) va(?: bien)?(?: et (?:toi|vous))?|comment (?:vas[- ]tu|allez[- ]vous|tu vas)|quoi de neuf|bonne (?:idée|question) /
    de rien|pas de (?:souci|problème|quoi)|je t'en prie|je vous en prie|s'il (?:te|vous) pla[iî]t|avec plaisir /
    ça (?:roule|me va|suffit)|c'est (?:bon|parfait|super|noté|clair|bien|gentil|tout|ça)|tout à fait|bien sûr|pas (?:encore|maintenant|aujourd'hui|vraiment)|vas[- ]y|je vois|pourquoi pas|tant mieux`,
}
