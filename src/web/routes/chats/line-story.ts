import { type ChatId, channelOf, rootLane, topicLane } from '../../../domain/ids.ts'
import { withoutEditedMark } from '../../../domain/message-parts.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import { secretMark } from '../../../lib/text/secrets.ts'
import type { StoredLine } from '../../../store/messages/lines.ts'
import type { LineStory } from '../../page/wire/line-wire.ts'

type ToldLine = Pick<StoredLine, 'chat' | 'lane' | 'author' | 'personId' | 'text' | 'story'>

/** What the owner is told of a line beside its words. */
export function toWireStory(line: ToldLine, ownerId: number): LineStory {
  const { conversation, deletedAt, earlier, later } = line.story
  const speaker = speakerOf(line, ownerId)
  const lane = wireLane(line)
  return {
    ...(speaker && { speaker }),
    ...(conversation !== undefined && { conversation }),
    ...(lane && { lane }),
    ...(deletedAt && { deleted: { at: deletedAt.getTime(), channel: channelOf(line.chat) } }),
    ...(earlier.length > 0 && { earlier: earlier.map(toWireVersion) }),
    ...(later !== undefined && { later }),
    ...(line.author === 'bot' && line.text.includes(secretMark) && { holdsSecret: true }),
  }
}

function toWireVersion({ text, at }: { text: string; at: Date }): { text: string; at: number } {
  return { text: withoutControls(withoutEditedMark(text)), at: at.getTime() }
}

function speakerOf({ author, personId, story }: ToldLine, ownerId: number): LineStory['speaker'] {
  if (author === 'bot') return undefined
  if (personId !== ownerId) return 'other'
  return story.isAmongOthers ? 'owner' : undefined
}

function wireLane({ chat, lane }: { chat: ChatId; lane: string }): LineStory['lane'] {
  if (lane === rootLane(chat)) return undefined
  const topic = topicLane(chat, '')
  if (lane.startsWith(topic)) return { kind: 'topic', name: withoutControls(lane.slice(topic.length)) }
  return { kind: 'reply', name: withoutControls(lane) }
}
