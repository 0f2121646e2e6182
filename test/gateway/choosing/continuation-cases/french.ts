export const french = String.raw`
[answer: continues]
ana 3h: Trouve-moi un hôtel à Lyon pour le week-end
bot 3h: L'hôtel des Tilleuls a une chambre à 89 euros. Voulez-vous que je la réserve ?
> oui, vas-y

[answer: continues]
ana 5h: J'organise un repas pour l'anniversaire de Léa
bot 5h: Bonne idée. Combien serez-vous ?
> une douzaine, je pense

[choice: continues]
ana 2h: Propose-moi des prénoms pour le chat
bot 2h: 1. Pistache\n2. Moka\n3. Ficelle\nQuel prénom préfères-tu ?
> le troisième

[choice: continues]
ana 4h: Compare les deux forfaits mobiles
bot 4h: Celui de Brio coûte 12 euros avec 40 Go, celui de Nova 19 euros avec 100 Go.
> je prends le moins cher alors

[ellipsis: continues]
ana 2h: Quel temps fait-il à Brest aujourd'hui ?
bot 2h: Averses et vent, 14 degrés.
> et demain ?

[ellipsis: continues]
ana 4h: La piscine est ouverte le lundi ?
bot 4h: Oui, de midi à vingt heures.
> et pour les enfants ?

[anaphora: continues]
ana 80m: Écris un petit mot d'excuse pour l'école
bot 79m: Madame, Hugo était malade hier et n'a pas pu venir en classe. Cordialement
> tu peux le rendre plus formel ?

[anaphora: continues or open]
ana 1d: Quel vélo a le meilleur test ?
bot 1d: Le Garrigue 5, léger et bien freiné.
> est-ce qu'il existe aussi en taille S ?

[correction: continues]
ana 45m: Note le rendez-vous chez le notaire mardi à 14 h
bot 44m: C'est noté : notaire, mardi 14 h.
> non, je voulais dire jeudi

[correction: continues]
ana 3h: Convertis 5 miles en kilomètres
bot 3h: Environ 8 kilomètres.
> pardon, c'était 15 miles

[closing: continues]
ana 2h: Comment enlever une tache de café sur du coton ?
bot 2h: Eau froide, puis un peu de vinaigre blanc avant le lavage.
> merci beaucoup, ça a marché

[closing: continues]
ana 3h: Rappelle-moi d'appeler maman à 18 h
bot 3h: Je te le rappellerai à 18 h.
> super, merci !

[greeting: new]
ana 10h: C'est quoi un leasing ?
bot 10h: Une location de longue durée avec option d'achat.
> Bonjour !

[greeting: new]
ana 22h: Combien de temps cuire des lentilles ?
bot 22h: Vingt-cinq minutes environ.
> Salut, j'aimerais apprendre le portugais, par où commencer ?

[announced: new]
ana 5m: Quelle est la date limite pour les impôts ?
bot 4m: Le 5 juin dans ton département.
> autre chose : tu connais un bon livre sur les abeilles ?

[announced: new]
ana 10m: Comment dit-on « moustique » en allemand ?
bot 9m: Die Mücke.
> Changeons de sujet, il me faut un plan d'entraînement pour un semi-marathon

[elsewhere: new or open]
ana 12m: Résume-moi le chapitre sur Louis XIV
bot 11m: Il centralise le pouvoir à Versailles et mène de longues guerres coûteuses.
> Comment remplacer une chambre à air de vélo ?

[elsewhere: new]
ana 8h: Quels films passent au Rex ce soir ?
bot 8h: « Les Marées » à 19 h et « Nord » à 21 h.
> Écris une fonction JavaScript qui trie un tableau par date

[words: continues or open]
ana 3d: Le figuier perd ses feuilles depuis le rempotage
bot 3d: C'est le choc du rempotage : arrose peu et attends deux semaines.
> faut-il mettre de l'engrais au figuier après le rempotage ?

[words: continues or open]
ana 2d: Mon levain ne lève plus depuis que j'ai changé de farine
bot 2d: Essaie la farine de seigle pendant quelques jours.
> J'ai nourri le levain au seigle et il a triplé

[paste: new or open]
ana 6m: Où acheter des timbres le dimanche ?
bot 5m: Dans certains tabacs, ou en ligne.
> function total(lignes) {
  return lignes.reduce((somme, ligne) => somme + ligne.prix * ligne.quantite, 0)
}
console.log(total(panier))
// TypeError: Cannot read properties of undefined (reading 'reduce')

[paste: new or open]
ana 8m: Quel vin avec une raclette ?
bot 7m: Un blanc sec de Savoie.
> Chers parents, la sortie au musée prévue le 12 mai est reportée au 26 mai en raison de travaux. Le départ se fera à 8 h 30 devant l'école. Merci de prévoir un pique-nique et une gourde. L'autorisation signée reste valable. La directrice
Traduis ceci en anglais s'il te plaît

[mixed: new]
ana 15m: Réserve le restaurant pour quatre
bot 14m: C'est fait pour 20 h.
/new 2m
> et pour demain ?

[mixed: continues]
ana 4m: Qui a peint « Le Radeau de la Méduse » ?
bot 3m: Théodore Géricault.
> Où est-ce qu'on peut le voir ?
`
