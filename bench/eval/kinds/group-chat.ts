import { askedAt, type Planted, pickDays, writeDays } from '../calendar.ts'
import type { EvalQuestion, Kind } from '../conversation.ts'
import { inventName, inventOther, inventSeveral } from '../invented.ts'
import { smallLine } from '../small-talk.ts'
import { fillIn } from '../topic.ts'
import { groupTopics } from '../topics.ts'
import { OWNER } from './assistant-chat.ts'

const CHAT = 'group'
const MEMBERS = 5

/** Several people in one chat, who hardly ever address the assistant. */
export const group: Kind = {
  name: 'group',
  about: 'what several people said about themselves, with contradictions between them',
  make: (random, size) => {
    const members = inventSeveral(random, MEMBERS, inventName)
    const everybody = [OWNER, ...members]
    const planted: Planted[] = []
    const questions: EvalQuestion[] = []
    const pairs = members.flatMap((who) =>
      groupTopics.map((topic) => ({ topic, who, order: random.integer(1_000_000) })),
    )
    for (const { topic, who } of pairs.sort((a, b) => a.order - b.order)) {
      const values: string[] = []
      // One in three changes their mind.
      for (const day of pickDays(random, random.chance(0.33) ? 2 : 1, size.days)) {
        const value = inventOther(random, values, topic.value)
        values.push(value)
        planted.push({ chat: CHAT, from: who, day, text: fillIn(random.pick(topic.toldByThemselves ?? []), { value }) })
      }
      questions.push({
        id: `q${questions.length + 1}`,
        chat: CHAT,
        from: OWNER,
        at: askedAt(size),
        text: fillIn(random.pick(topic.asked), { who }),
        expected: { kind: 'exact', value: values.at(-1) ?? '', outdated: values.slice(0, -1) },
        secrets: [],
      })
    }
    const smallTalk = () =>
      Array.from({ length: 3 }, () => ({ from: random.pick(everybody), text: smallLine(random, members) }))
    return {
      people: everybody,
      chats: [{ name: CHAT }],
      lines: writeDays(random, size, { [CHAT]: { smallTalk } }, planted),
      questions: questions.slice(0, size.questions),
      topics: groupTopics,
    }
  },
}
