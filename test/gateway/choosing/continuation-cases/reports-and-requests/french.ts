export const french = String.raw`
[worked: continues]
ana 3h: Mon imprimante ne sort que des pages blanches
bot 3h: Lance deux nettoyages des têtes depuis le menu Entretien.
> fait. c'est mieux maintenant

[worked: continues]
ana 6h: Mon fils a peur du noir
bot 6h: Laisse une petite veilleuse allumée et la porte entrouverte.
> ça a aidé

[problem: continues]
ana 5h: Commande le filtre pour la hotte
bot 5h: C'est commandé, livraison cet après-midi.
> colis reçu, mais cassé

[problem: continues]
ana 2h: Comment rallumer le chauffe-eau ?
bot 2h: Appuie trente secondes sur le bouton rouge derrière la trappe.
> aucun effet, le voyant reste éteint

[changed: continues]
ana 7h: Quand passe le ramoneur ?
bot 7h: Jeudi matin, entre 9 et 11 heures.
> reporté à vendredi

[changed: continues]
ana 11h: Note le déjeuner avec Paul à midi
bot 11h: C'est noté pour midi, au Petit Zinc.
> Paul préfère 13 heures

[detail: continues]
ana 18m: Quelle ampoule me faut-il pour le frigo ?
bot 18m: Cela dépend du modèle. Il est écrit à l'intérieur, en bas à gauche.
> KGN 36, de 2017

[detail: continues]
ana 80m: Je voudrais contester une amende
bot 80m: D'accord. Donne-moi la date, le lieu et le motif.
> 12 septembre, rue de Metz, stationnement

[fragment: continues]
ana 5m: Trouve un nom pour notre chorale
bot 5m: Les Voix Claires, Accord Parfait ou Les Merles Chanteurs.
> plus court

[fragment: continues]
ana 14m: Propose un menu pour dimanche
bot 14m: Salade de chèvre, gigot d'agneau, tarte aux pommes.
> sans viande si possible

[followup: continues]
ana 12m: Je veux faire du pain au levain
bot 12m: Il te faut 500 g de farine, 350 g d'eau, 100 g de levain et 10 g de sel.
> combien de temps au four ?

[followup: continues]
ana 27m: On pense adopter deux chats
bot 27m: Prends-les ensemble, ils s'occuperont l'un de l'autre.
> quel budget par mois, à peu près ?

[nextday: continues]
ana 17h: Mon voisin fait du bruit toutes les nuits
bot 17h: Parle-lui d'abord, puis envoie une lettre recommandée si rien ne change.
> je lui ai parlé, il s'est excusé

[nextday: continues]
ana 21h: Les feuilles de mon citronnier tombent
bot 21h: Il manque sans doute de lumière. Rapproche-le de la fenêtre et arrose moins.
> déplacé hier soir, toujours pareil

[request: new]
ana 9m: Combien de calories dans une pomme ?
bot 9m: Environ 80.
> écris un poème sur un hérisson

[request: new]
ana 15m: À quelle heure ferme la mairie ?
bot 15m: À 17 heures.
> donne-moi une recette de crêpes

[task: new]
ana 13m: Quel est le symbole chimique du plomb ?
bot 13m: Pb.
> rappelle-moi demain à 8 heures de sortir les poubelles

[task: new]
ana 45m: Qui a peint les Nymphéas ?
bot 45m: Claude Monet.
> traduis « où est la gare » en turc

[question: new]
ana 17m: Convertis 30 pouces en centimètres
bot 17m: 76,2 centimètres.
> qui a inventé le téléphone ?

[question: new]
ana 21m: La piscine ouvre-t-elle le lundi ?
bot 21m: Non, elle est fermée le lundi.
> combien font 18 fois 24 ?

[later: new]
ana 7h: Comment enlever une tache de café ?
bot 7h: Avec du bicarbonate et de l'eau froide.
> il me faut un discours pour le mariage de ma sœur

[later: new]
ana 8h: Que veut dire « ad hoc » ?
bot 8h: Pour cet usage précis.
> cherche un dentiste à Nantes

[bare: new]
ana 2d: Quel bus va à l'aéroport ?
bot 2d: Le 37, depuis la gare.
> tu connais de bonnes séries ?

[bare: new]
ana 27h: Super, le rapport est parti
bot 27h: Très bien, bonne soirée.
> raconte-moi une blague
`
