import type { Things } from '../language.ts'

export const english: Things = {
  food: {
    asked: `food eat ate eating meal dish cook cuisine recipe diet restaurant breakfast lunch dinner snack dessert bake`,
    told: `food eat ate eaten meal dish cook recipe breakfast lunch brunch dinner snack dessert bake egg bread toast cheese
      meat beef pork chicken turkey bacon ham sausage fish salmon tuna shrimp sushi rice noodle pasta pizza burger sandwich
      soup stew salad vegetable tomato potato onion garlic carrot cucumber lettuce olive mushroom bean fruit apple banana
      orange strawberry berry lemon mango grape cake cookie pie chocolate candy cream butter sugar spicy sauce yogurt
      cereal pancake waffle curry taco steak fries chips nut honey jam delicious tasty yummy`,
  },
  drink: {
    asked: `drink drank beverage`,
    told: `drink drank drunk coffee tea latte espresso cappuccino juice soda cola water milk milkshake smoothie beer wine
      cocktail whiskey vodka rum lemonade`,
  },
  animal: {
    asked: `animal pet`,
    told: `animal pet dog puppy cat kitten bird fish hamster rabbit turtle snake horse cow pig sheep goat chicken duck bear
      wolf fox lion tiger elephant monkey frog bee spider lizard parrot mouse deer whale shark`,
  },
  sport: {
    asked: `sport athletic exercise activity workout`,
    told: `sport gym workout exercise run jog walk hike climb swim surf ski snowboard skate bike cycle yoga pilates football
      soccer basketball baseball tennis volleyball badminton golf hockey rugby boxing karate judo marathon lift dance
      match team practice`,
  },
  hobby: {
    asked: `hobby interest interested activity pastime`,
    told: `hobby read book paint draw photo photography write poetry knit crochet sew garden cook bake music guitar piano
      violin sing dance movie film series game puzzle chess hike travel yoga camp fishing collect craft pottery anime manga
      podcast concert museum`,
  },
  health: {
    asked: `ailment sick illness disease health healthy injury injured pain hurt symptom medical`,
    told: `sick ill illness flu cold cough fever headache migraine covid virus infection pain hurt injury injured sprained
      surgery hospital doctor medicine medication pill allergy allergic stomach nausea exhausted sore throat recover
      diagnosed asthma anxiety depression`,
  },
  travel: {
    asked: `place city country travel visit trip vacation holiday destination location tour`,
    told: `trip travel visit vacation holiday flight flew fly airport beach island mountain city country hotel abroad tour
      cruise museum paris london rome italy france spain greece germany japan china korea india mexico canada europe
      america australia africa asia brazil turkey york california florida texas hawaii miami vegas`,
  },
  work: {
    asked: `job work career profession occupation employed employer business company`,
    told: `job work career boss office company coworker colleague hired fired interview salary shift client customer
      business project promotion internship intern manager meeting teacher nurse doctor lawyer engineer developer designer
      chef`,
  },
  money: {
    asked: `money financial rich poor afford wealthy income budget`,
    told: `money expensive cheap afford pay paid price cost rent bill salary save savings dollar euro budget loan debt`,
  },
}
