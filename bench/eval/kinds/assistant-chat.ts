import type { Random } from '../../../test/support/seeded.ts'
import { askedAt, type Planted, pickDays, type SmallTalk, writeDays } from '../calendar.ts'
import type { Conversation, EvalQuestion, Kind, Size } from '../conversation.ts'
import { inventName, inventOther, inventSeveral } from '../invented.ts'
import { type SmallTalkLanguage, smallExchange } from '../small-talk.ts'
import { fillIn, type Topic } from '../topic.ts'
import { ownTopics, personTopics, planTopics, sumTopics } from '../topics.ts'

// One person and the assistant, in one private chat.

export const OWNER = 'Ana'
const CHAT = 'private'
const PEOPLE_TALKED_ABOUT = 8

export const facts: Kind = {
  name: 'facts',
  about: 'names, dates and numbers that were said once; a fifth of the questions ask what was never said',
  make: (random, size) => {
    const draft = createDraft(random, size, 'en')
    const pairs = draft.pairs(personTopics, size.questions + Math.ceil(size.questions / 4))
    const told = pairs.slice(0, size.questions)
    for (const { topic, who } of told) {
      if (draft.questions.length >= Math.ceil(size.questions * 0.6)) break
      const value = topic.value(random)
      draft.plant(topic, { who, value })
      draft.ask(topic, who, { kind: 'exact', value, outdated: [] })
    }
    for (const topic of ownTopics) {
      const value = topic.value(random)
      draft.plant(topic, { who: OWNER, value })
      draft.ask(topic, undefined, { kind: 'exact', value, outdated: [] })
    }
    for (const { topic, who } of pairs.slice(size.questions)) draft.ask(topic, who, { kind: 'unknown' })
    return draft.finish([...personTopics, ...ownTopics])
  },
}

export const changes: Kind = {
  name: 'changes',
  about: 'facts that change once or twice; the last statement is right',
  make: (random, size) => {
    const draft = createDraft(random, size, 'en')
    for (const { topic, who } of draft.pairs(personTopics, size.questions)) {
      const values = draft.plantChanges(topic, who, 2 + random.integer(2))
      draft.ask(topic, who, { kind: 'exact', value: values.at(-1) ?? '', outdated: values.slice(0, -1) })
    }
    return draft.finish(personTopics)
  },
}

export const plans: Kind = {
  name: 'plans',
  about: 'dates and times that are moved or cancelled',
  make: (random, size) => {
    const draft = createDraft(random, size, 'en')
    for (const { topic, who } of draft.pairs(planTopics, size.questions)) {
      const isCancelled = random.chance(0.3)
      const values = draft.plantChanges(topic, who, 1 + random.integer(2), isCancelled)
      if (isCancelled)
        draft.ask(topic, who, { kind: 'one of', values: ['cancelled', 'canceled', 'called off', 'is off'] })
      else draft.ask(topic, who, { kind: 'exact', value: values.at(-1) ?? '', outdated: values.slice(0, -1) })
    }
    return draft.finish(planTopics)
  },
}

export const counts: Kind = {
  name: 'counts',
  about: 'amounts said on several days, to be added up',
  make: (random, size) => {
    const draft = createDraft(random, size, 'en')
    for (const { topic, who } of draft.pairs(sumTopics, size.questions)) {
      const amounts = draft.plantChanges(topic, who, 2 + random.integer(3)).map(Number)
      const sum = amounts.reduce((total, one) => total + one, 0)
      draft.ask(topic, who, { kind: 'number', min: sum, max: sum })
    }
    return draft.finish(sumTopics)
  },
}

const answers = {
  en: ['Thank you for telling me.', 'Good to know.', 'Noted.', 'All right, I will keep it in mind.'],
  de: ['Danke, gut zu wissen.', 'Ist notiert.', 'Alles klar, ich merke es mir.'],
}

/** A conversation in the making, in one chat. */
export function createDraft(random: Random, size: Size, language: SmallTalkLanguage) {
  const planted: Planted[] = []
  const questions: EvalQuestion[] = []
  const people = inventSeveral(random, PEOPLE_TALKED_ABOUT, inventName)
  const smallTalk: SmallTalk = () => {
    const [said, answered] = smallExchange(random, language, people)
    return [
      { from: OWNER, text: said },
      { from: undefined, text: answered },
    ]
  }
  const say = (day: number, statement: string) => {
    const [before] = smallExchange(random, language, people)
    // Two statements of three stand in a longer message.
    const text = random.chance(0.67) ? `${before} ${statement}` : statement
    planted.push({ chat: CHAT, from: OWNER, day, text })
  }
  const statementsOf = ({ told, toldByThemselves = [] }: Topic) => (told.length > 0 ? told : toldByThemselves)
  return {
    questions,
    /** Different pairs of a topic and a person. */
    pairs(topics: Topic[], count: number): { topic: Topic; who: string }[] {
      const all = people.flatMap((who) => topics.map((topic) => ({ topic, who, order: random.integer(1_000_000) })))
      return all.sort((a, b) => a.order - b.order).slice(0, count)
    },
    plant(topic: Topic, values: { who: string; value: string }) {
      say(random.integer(size.days), fillIn(random.pick(statementsOf(topic)), values))
    },
    /** The first statement and its changes, each on a later day than the one before. Returns the values in order. */
    plantChanges(topic: Topic, who: string, count: number, isCancelled = false): string[] {
      const values: string[] = []
      const statements = statementsOf(topic)
      const days = pickDays(random, isCancelled ? count + 1 : count, size.days)
      for (const [at, day] of days.entries()) {
        if (at === count) {
          say(day, fillIn(random.pick(topic.cancelled ?? []), { who }))
          continue
        }
        const value = inventOther(random, values, topic.value)
        values.push(value)
        const later = statements.slice(Math.min(1, statements.length - 1))
        say(day, fillIn(at === 0 ? (statements[0] ?? '') : random.pick(later), { who, value }))
      }
      return values
    },
    ask(topic: Topic, who: string | undefined, expected: EvalQuestion['expected']) {
      const text =
        who === undefined ? random.pick(topic.askedAboutThemselves ?? []) : fillIn(random.pick(topic.asked), { who })
      const id = `q${questions.length + 1}`
      questions.push({ id, chat: CHAT, from: OWNER, at: askedAt(size), text, expected, secrets: [] })
    },
    finish(topics: Topic[]): Conversation {
      const answer = () => random.pick(answers[language])
      return {
        people: [OWNER],
        chats: [{ name: CHAT, privateTo: OWNER }],
        lines: writeDays(random, size, { [CHAT]: { smallTalk, answer } }, planted),
        questions,
        topics,
      }
    },
  }
}
