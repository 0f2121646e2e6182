import type { Language } from '../language.ts'

const unit = '(?:secondes|minutes|heures|jours|semaines|mois|ans|annees)'

export const french: Language = {
  small: `a ai as au aux avec avons ce ces cette combien comment dans de des du elle en est et etait fais fait il ils
    j'ai j je la le les leur liste ma mes moi mon nos notre nous on ou par pas pour qu que quel quelle quelles quels qui
    quoi resume sa ses son sont sur ta te tes ton tu un une vos votre vous y`,
  opens: [
    "(?:qu'|qu[aeio][a-z]*|quel(?:le)?s?|qui|ou|quand|comment|combien|pourquoi|dans (?:quel|combien)|est-ce|ai-je|as-tu|a-t-|suis-je|sommes-nous|est-il|est-elle|peux-tu|pourrais-tu|pouvez-vous|lesquel(?:le)?s)",
    "(?:s'il te plait,? )?(?:liste|enumere|cite|donne|dis|montre|resume|recapitule|compare|fais|mets?|rappelle|raconte|j'aimerais|je (?:veux|voudrais))",
  ],
  ours: [
    "(?<!(?:puis-|dois-|peux-|devrais-|si )) ?(?:je(?! (?:dois|peux|veux|voudrais))|j'[a-z]+)",
    'mon|ma|mes|notre|nos|son|sa|ses|leur|leurs|nous|on|il|elle|ils|elles',
    "(?:as|avais)-tu|tu as dit|m'as dit|tu sais",
    "jusqu'(?:ici|a present|a maintenant)|au fil du temps|nos (?:conversations|echanges|discussions)",
  ],
  atHand: [
    '(?:ce|cet|cette|ces|le|la|les) (?:texte|article|page|lien|mail|courriel|document|fichier|pdf|paragraphe|message|video|note|phrase|code|lettre|chiffre|mot)s?(?: suivant(?:e|es|s)?| ci-(?:joint|dessous)e?s?)?',
    'suivant(?:e|es|s)?|ci-joint[a-z]*|ci-dessous',
  ],
  asks: {
    order: [
      "(?:quel|l'|bon|meme|par|dans l'|en) ?ordre|chronolog[a-z]+|frise|succession d|qu'est-ce qui (?:est arrive|s'est passe) (?:en premier|d'abord)|avant ou apres",
    ],
    change: [
      "(?:qu'est-ce qui|comment|qu'a|que s'|quoi|qu'ont)\\b.{0,60}\\b(?:change|evolue|modifie|progresse)",
      'quoi de (?:neuf|nouveau)|du nouveau|(?:quels|des) changements',
      "(?:est-ce qu[a-z']*|ai-je|a-t-[a-z]+|suis-je|sommes-nous|est-il|est-elle|as-tu).{0,60} (?:toujours|encore|plus) .*\\?",
      '(?:quel(?:le)?s?|ou|quand|qui|comment|combien|que)\\b.{0,60}\\b(?:actuel(?:le)?s?|actuellement|en ce moment|dernier(?:e)?s? (?:version|etat|chiffre|nouvelle)s?|desormais|a jour)',
    ],
    summary: [
      "resum(?:e|er|es|ez|ons)(?: moi)?|recapitul[a-z]+|apercu|vue d'ensemble|synthese|fais(?:-moi)? le point|mets?-moi au courant",
      "(?:tout ce que|ce que) (?:tu|nous|on|je|j') ?(?:.{0,30} )?(?:sais|savons|dit|parle|discute|raconte)|que sais-tu|qu'est-ce que tu sais",
    ],
    comparison: [
      'compar[a-z]+|differences? entre|en commun|par rapport a|contrairement',
      "tous les deux|toutes les deux|a la fois|l'un et l'autre",
      `(?:combien (?:de ${unit}|d'annees|d'heures)|qu[a-z']*).{0,60} entre .+ et`,
      '(?:plus|moins|mieux|meilleur(?:e)?|autant|aussi) (?:[a-z]+ )?que? .{2,60}\\?',
    ],
    count: [`combien(?: de| d'|)(?! ?(?:ca |coute|font?))`, 'le nombre (?:de|total)|au total|en tout'],
    list: [
      'quel(?:le)?s',
      "lesquel(?:le)?s|qu'est-ce que .{0,40} comme [a-z]+s",
      '(?:liste|enumere|cite|donne|nomme)[a-z]*(?:-moi)?\\b.{0,30}\\b(?:tous|toutes|les|mes|nos|ses|chaque)',
      "(?:tous|toutes) (?:les|mes|nos|ses|leurs) [a-z]+s|chaque fois|tout ce que (?:je|j'|nous|on|il|elle)",
    ],
    liking: [
      "(?:qu'|que|quel|quelle|quels|quelles|qui|ou|comment|quoi)\\b.{0,60}\\b(?:aime[snt]?|aimons|prefere[snt]?|adore[snt]?|deteste[snt]?|plait|plaisent|interesse[snt]?|apprecie[snt]?)",
      "(?:quel(?:le)?s?|qui|que)\\b.{0,40}\\b(?:prefere(?:e)?s?|preferences?|gouts?|passions?|loisirs?|passe-temps|hobbies|centres d'interet)",
    ],
  },
  frame: `combien nombre total liste lister enumere cite ordre chronologique chronologie resume resumer resumes
    recapitule recapitulatif apercu synthese differents differentes divers diverses aspects sujets points choses elements
    mentionne mentionnes parle discute evoque dit raconte conversation conversations discussions echanges messages donne moi
    fais deux trois quatre cinq six sept huit neuf dix compare comparer comparaison difference differences entre commun
    actuel actuelle actuellement dernier derniere toujours encore tous toutes tout`,
}
