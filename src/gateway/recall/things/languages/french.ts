import type { Things } from '../language.ts'

export const french: Things = {
  food: {
    asked: `manger mange mangé nourriture aliment repas plat cuisine cuisiner recette régime restaurant déjeuner dîner
      dessert`,
    told: `manger mangé repas plat cuisiner cuisiné recette déjeuner dîner dessert oeuf pain fromage viande boeuf porc poulet
      dinde jambon saucisse poisson saumon thon crevette riz nouilles pâtes pizza burger sandwich soupe salade légume tomate
      pomme oignon ail carotte concombre olive champignon haricot fruit banane orange fraise citron gâteau biscuit tarte
      chocolat crème beurre sucre sauce yaourt crêpe curry steak frites noix miel confiture délicieux`,
  },
  drink: {
    asked: `boire boit bu boisson`,
    told: `boire boit bu boisson café thé jus limonade cola eau lait bière vin cocktail whisky vodka`,
  },
  animal: {
    asked: `animal animaux`,
    told: `animal animaux chien chiot chat chaton oiseau poisson hamster lapin tortue serpent cheval vache cochon mouton
      chèvre poule canard ours loup renard lion tigre éléphant singe grenouille abeille araignée perroquet souris`,
  },
  sport: {
    asked: `sport sportif exercice activité entraînement`,
    told: `sport gym exercice entraînement courir couru marche randonnée escalade nager natation surf ski snowboard patin
      vélo yoga football basket tennis volley badminton golf hockey rugby boxe karaté judo marathon danse match équipe`,
  },
  hobby: {
    asked: `loisir intérêt intéressé hobby activité`,
    told: `loisir hobby lire livre lecture peindre peinture dessin photo photographie écrire tricot crochet couture jardin
      cuisiner musique guitare piano violon chanter danse film série jeu échecs randonnée voyage yoga camping pêche
      collection concert musée`,
  },
  health: {
    asked: `malade maladie santé blessure blessé douleur symptôme`,
    told: `malade maladie grippe rhume toux fièvre migraine covid virus infection douleur mal blessure blessé opération
      hôpital médecin médicament comprimé allergie allergique estomac nausée épuisé gorge guéri diagnostic asthme angoisse
      dépression`,
  },
  travel: {
    asked: `endroit lieu ville pays voyage voyager visité vacances destination`,
    told: `voyage voyager visite visité vacances vol avion aéroport plage île montagne ville pays hôtel étranger croisière
      musée paris londres rome italie espagne grèce allemagne suisse japon chine corée inde mexique canada europe amérique
      australie afrique asie turquie`,
  },
  work: {
    asked: `travail travaille métier emploi carrière profession entreprise`,
    told: `travail travailler métier emploi carrière patron bureau entreprise collègue embauché licencié salaire client
      projet promotion stage réunion professeur infirmier médecin avocat ingénieur développeur cuisinier`,
  },
  money: {
    asked: `argent financier riche pauvre revenu budget`,
    told: `argent cher payer payé prix coût loyer facture salaire économiser économies euro dollar budget prêt dette`,
  },
}
