import type { RoomMessage, TalkPerson, Utterance } from './talk-people.ts'

/** What was said against what the bot answered, as the rooms have it. */
export interface TalkAudit {
  said: number
  /** Messages of the bot that answer something. */
  answers: number
  /** Asked and never answered. */
  lost: Utterance[]
  /** Answered more than once. */
  doubled: { asked: Utterance; answers: RoomMessage[] }[]
  /** Answered in another room. */
  misrouted: { asked: Utterance; answer: RoomMessage }[]
  /** Answered although nothing was owed. */
  unasked: { asked: Utterance; answer: RoomMessage }[]
  /** What the bot said besides: notices, and whatever answers nothing. */
  others: RoomMessage[]
  /** Answers of a room that stand in another order than the questions. */
  disorder: { token: string; asked: string[]; answered: string[] }[]
}

/**
 * Asks the server what stands in the rooms of all these people. An answer repeats the key of what it answers: the brain
 * behind the bot must give its question back. Answers in several parts count as one when `isContinuation` says so.
 */
export async function auditTalk(
  people: TalkPerson[],
  bot: string,
  isContinuation: (message: RoomMessage) => boolean = () => false,
): Promise<TalkAudit> {
  const said = people.flatMap((person) => person.said)
  const messages = await everything(people)
  const ofBot = messages.filter(
    (one) => one.actorType === 'users' && one.actorId === bot && isWords(one) && !isContinuation(one),
  )
  const answersTo = (asked: Utterance) => ofBot.filter(({ message }) => message.includes(asked.key))

  const audit: TalkAudit = {
    said: said.length,
    answers: 0,
    lost: [],
    doubled: [],
    misrouted: [],
    unasked: [],
    others: [],
    disorder: [],
  }
  for (const asked of said) {
    const all = answersTo(asked)
    const here = all.filter(({ token }) => token === asked.token)
    audit.answers += all.length
    audit.misrouted.push(...all.filter((one) => !here.includes(one)).map((answer) => ({ asked, answer })))
    if (asked.expects === 'answer' && here.length === 0) audit.lost.push(asked)
    if (here.length > 1) audit.doubled.push({ asked, answers: here })
    if (asked.expects === 'silence') audit.unasked.push(...here.map((answer) => ({ asked, answer })))
  }
  audit.others = ofBot.filter(({ message }) => !said.some(({ key }) => message.includes(key)))
  for (const token of new Set(said.map((one) => one.token))) {
    const order = orderIn(token, said, ofBot)
    if (order !== undefined) audit.disorder.push(order)
  }
  return audit
}

function isWords({ systemMessage, messageType }: RoomMessage): boolean {
  return systemMessage === '' && messageType !== 'comment_deleted'
}

/** Each room once, through somebody who is in it. */
async function everything(people: TalkPerson[]): Promise<RoomMessage[]> {
  const readers = new Map<string, TalkPerson>()
  for (const person of people)
    for (const token of await person.rooms()) if (!readers.has(token)) readers.set(token, person)
  const all: RoomMessage[] = []
  for (const [token, person] of readers) all.push(...(await person.read(token)))
  return all
}

/** Of what one person said in a room: the first answer to each, in the order of their ids. */
function orderIn(token: string, said: Utterance[], ofBot: RoomMessage[]): TalkAudit['disorder'][number] | undefined {
  for (const by of new Set(said.map((one) => one.by))) {
    const mine = said.filter((one) => one.by === by && one.token === token && one.id > 0)
    const asked = [...mine].sort((one, other) => one.id - other.id)
    const first = (one: Utterance) => ofBot.find((answer) => answer.token === token && answer.message.includes(one.key))
    const answered = asked.filter((one) => first(one) !== undefined)
    const byAnswer = [...answered].sort((one, other) => (first(one)?.id ?? 0) - (first(other)?.id ?? 0))
    const keys = answered.map(({ key }) => key)
    const inOrder = byAnswer.map(({ key }) => key)
    if (keys.join() !== inOrder.join()) return { token, asked: keys, answered: inOrder }
  }
  return undefined
}
