import type { Things } from '../language.ts'

export const german: Things = {
  food: {
    asked: `essen isst esse gegessen speise gericht mahlzeit kochen kocht rezept ernährung restaurant frühstück mittagessen
      abendessen nachtisch backen`,
    told: `essen isst gegessen gericht mahlzeit kochen gekocht rezept frühstück mittagessen abendessen nachtisch backen
      gebacken ei eier brot brötchen toast käse fleisch rind schwein huhn hähnchen pute speck schinken wurst fisch lachs
      thunfisch reis nudeln pasta pizza burger suppe eintopf salat gemüse tomate kartoffel zwiebel knoblauch karotte gurke
      olive pilz bohne obst apfel banane orange erdbeere beere zitrone kuchen torte keks schokolade sahne butter zucker
      soße joghurt müsli pfannkuchen curry steak pommes nuss honig marmelade lecker`,
  },
  drink: {
    asked: `trinken trinkt trinke getrunken getränk`,
    told: `trinken trinkt getrunken getränk kaffee tee espresso saft limonade cola wasser milch smoothie bier wein cocktail
      whisky wodka`,
  },
  animal: {
    asked: `tier haustier`,
    told: `tier haustier hund welpe katze kater vogel fisch hamster kaninchen schildkröte schlange pferd kuh schwein schaf
      ziege huhn ente bär wolf fuchs löwe tiger elefant affe frosch biene spinne papagei maus reh`,
  },
  sport: {
    asked: `sport sportart training aktivität bewegung`,
    told: `sport fitness training trainieren laufen joggen wandern klettern schwimmen surfen ski snowboard rad radfahren
      yoga fußball basketball handball tennis volleyball badminton golf hockey boxen karate judo marathon tanzen spiel
      mannschaft turnen reiten rudern`,
  },
  hobby: {
    asked: `hobby interesse interessiert freizeit aktivität`,
    told: `hobby lesen buch malen zeichnen foto fotografieren schreiben stricken häkeln nähen garten kochen backen musik
      gitarre klavier geige singen tanzen film serie spiel rätsel schach wandern reisen yoga camping angeln sammeln basteln
      konzert museum`,
  },
  health: {
    asked: `krank krankheit beschwerde gesundheit gesund verletzung verletzt schmerz symptom`,
    told: `krank krankheit grippe erkältung erkältet husten fieber kopfschmerzen migräne corona virus infektion schmerz
      verletzung verletzt gebrochen operation krankenhaus arzt ärztin medikament tablette allergie allergisch magen übel
      erschöpft hals erholt diagnose asthma angst depression`,
  },
  travel: {
    asked: `ort stadt land reise reisen besucht urlaub ferien reiseziel ausflug`,
    told: `reise reisen gereist besuch besucht urlaub ferien flug geflogen flughafen strand insel berg stadt land hotel
      ausland ausflug kreuzfahrt museum paris london rom italien frankreich spanien griechenland österreich schweiz japan
      china korea indien mexiko kanada europa amerika australien afrika asien türkei`,
  },
  work: {
    asked: `arbeit arbeitet arbeiten job beruf karriere firma unternehmen`,
    told: `arbeit arbeiten job beruf karriere chef chefin büro firma kollege kollegin eingestellt gekündigt gehalt schicht
      kunde projekt beförderung praktikum besprechung lehrer krankenpfleger arzt anwalt ingenieur entwickler koch`,
  },
  money: {
    asked: `geld finanziell reich arm leisten einkommen budget`,
    told: `geld teuer billig leisten zahlen bezahlt preis kosten miete rechnung gehalt sparen gespart euro dollar budget
      kredit schulden`,
  },
}
