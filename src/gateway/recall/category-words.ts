import { lazy } from '../../lib/lazy.ts'
import { knowWord, readWord } from '../../lib/text/language/known-word.ts'
import { createStemmers } from '../../lib/text/language/stemmers.ts'

/** Members of a category that a question names. */
export interface AskedCategory {
  /** The share of the question's words that name the category. With other words it asks for something narrower. */
  share: number
  /** The words for its members, as they are stored. */
  words: string[]
}

/**
 * "What are her hobbies?", "which animals": an answer names the members of a category and not the category. Undefined where
 * the question names no category.
 */
export function readCategory(
  words: string[],
  forms: ReadonlyMap<string, readonly string[]>,
): AskedCategory | undefined {
  const formsOf = (word: string) => forms.get(word) ?? [word]
  const membersOf = words.map((word) => formsOf(word).flatMap((form) => membersByCategory().get(form) ?? []))
  const memberLists = membersOf.filter((members) => members.length > 0)
  if (memberLists.length === 0) return undefined
  const questionForms = new Set(words.flatMap(formsOf))
  const members = [...new Set(memberLists.flat())].filter((member) => !questionForms.has(member))
  return { share: memberLists.length / words.length, words: members }
}

const membersByCategory = lazy(() => {
  const stemmers = createStemmers()
  const stemsOf = (list: string) =>
    list.split(/\s+/).flatMap((word) => readWord(knowWord(word), ['en'], stemmers).slice(0, 1))
  const stemsByCategory = new Map<string, string[]>()
  for (const { category, members } of Object.values(categories)) {
    const stems = stemsOf(members)
    for (const stem of new Set(stemsOf(category)))
      stemsByCategory.set(stem, [...(stemsByCategory.get(stem) ?? []), ...stems])
  }
  return stemsByCategory
})

// English only: the gain was measured on English conversations, and lists in other languages could not be.
const categories = {
  food: {
    category: `food eat ate eating meal dish cook cuisine recipe diet restaurant breakfast lunch dinner snack dessert bake`,
    members: `food eat ate eaten meal dish cook recipe breakfast lunch brunch dinner snack dessert bake egg bread toast cheese
      meat beef pork chicken turkey bacon ham sausage fish salmon tuna shrimp sushi rice noodle pasta pizza burger sandwich
      soup stew salad vegetable tomato potato onion garlic carrot cucumber lettuce olive mushroom bean fruit apple banana
      orange strawberry berry lemon mango grape cake cookie pie chocolate candy cream butter sugar spicy sauce yogurt
      cereal pancake waffle curry taco steak fries chips nut honey jam delicious tasty yummy`,
  },
  drink: {
    category: `drink drank beverage`,
    members: `drink drank drunk coffee tea latte espresso cappuccino juice soda cola water milk milkshake smoothie beer wine
      cocktail whiskey vodka rum lemonade`,
  },
  animal: {
    category: `animal pet`,
    members: `animal pet dog puppy cat kitten bird fish hamster rabbit turtle snake horse cow pig sheep goat chicken duck bear
      wolf fox lion tiger elephant monkey frog bee spider lizard parrot mouse deer whale shark`,
  },
  sport: {
    category: `sport athletic exercise activity workout`,
    members: `sport gym workout exercise run jog walk hike climb swim surf ski snowboard skate bike cycle yoga pilates football
      soccer basketball baseball tennis volleyball badminton golf hockey rugby boxing karate judo marathon lift dance
      match team practice`,
  },
  hobby: {
    category: `hobby interest interested activity pastime`,
    members: `hobby read book paint draw photo photography write poetry knit crochet sew garden cook bake music guitar piano
      violin sing dance movie film series game puzzle chess hike travel yoga camp fishing collect craft pottery anime manga
      podcast concert museum`,
  },
  health: {
    category: `ailment sick illness disease health healthy injury injured pain hurt symptom medical`,
    members: `sick ill illness flu cold cough fever headache migraine covid virus infection pain hurt injury injured sprained
      surgery hospital doctor medicine medication pill allergy allergic stomach nausea exhausted sore throat recover
      diagnosed asthma anxiety depression`,
  },
  travel: {
    category: `place city country travel visit trip vacation holiday destination location tour`,
    members: `trip travel visit vacation holiday flight flew fly airport beach island mountain city country hotel abroad tour
      cruise museum paris london rome italy france spain greece germany japan china korea india mexico canada europe
      america australia africa asia brazil turkey york california florida texas hawaii miami vegas`,
  },
  work: {
    category: `job work career profession occupation employed employer business company`,
    members: `job work career boss office company coworker colleague hired fired interview salary shift client customer
      business project promotion internship intern manager meeting teacher nurse doctor lawyer engineer developer designer
      chef`,
  },
  money: {
    category: `money financial rich poor afford wealthy income budget`,
    members: `money expensive cheap afford pay paid price cost rent bill salary save savings dollar euro budget loan debt`,
  },
}
