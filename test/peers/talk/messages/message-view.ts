import { hasPreview } from '../files/mime.ts'
import { roomNameFor } from '../rooms/names.ts'
import { type Actor, type Comment, keyOf, type RichObject, type Room, type World } from '../world.ts'
import { actorParameter, parseMentions } from './mentions.ts'
import { alone, sentenceFor } from './sentences.ts'

export type Json = Record<string, unknown>

/** Whether a row is there for this reader: commands are for who gave them, and what expired is not yet swept away. */
export function isVisible(world: World, row: Comment, reader: Actor): boolean {
  if (row.expiresAt > 0 && row.expiresAt <= world.seconds()) return false
  return row.kind !== 'command' || row.about.for?.id === reader.id
}

/** A row as the chat shows it to a reader. */
export function messageFor(world: World, room: Room, row: Comment, reader: Actor): Json {
  const view = bareMessage(world, room, row, reader)
  const { parent } = row
  if (parent === undefined) return view
  const isThere = room.comments.includes(parent) && isVisible(world, parent, reader)
  return { ...view, parent: isThere ? bareMessage(world, room, parent, reader) : { id: parent.id, deleted: true } }
}

/** As `room.lastMessage`: without its parent, and without the reference it was sent with. */
export function lastMessageFor(world: World, room: Room, reader: Actor): Json | [] {
  const row = room.lastMessage
  if (row === undefined || !isVisible(world, row, reader)) return []
  const view = { ...bareMessage(world, room, row, reader), referenceId: '' }
  return row.actor.type === 'bots' && row.botName !== undefined
    ? { ...view, actorDisplayName: `${row.actor.id}-bot` }
    : view
}

function bareMessage(world: World, room: Room, row: Comment, reader: Actor): Json {
  const { text, parameters, isSystem } = wordsOf(world, room, row, reader)
  const own = [...row.reactions].filter(([, by]) => by.has(keyOf(reader))).map(([emoji]) => emoji)
  return {
    id: row.id,
    token: room.token,
    actorType: row.actor.type,
    actorId: row.actor.id,
    actorDisplayName: displayName(row),
    timestamp: row.at,
    message: text,
    messageParameters: Object.keys(parameters).length === 0 ? [] : parameters,
    systemMessage: isSystem ? row.system || 'file_shared' : '',
    messageType: isSystem ? 'system' : typeOf(row),
    isReplyable: row.kind === 'comment' && !isSystem && row.actor.type !== 'deleted_users',
    referenceId: row.referenceId,
    reactions: Object.fromEntries([...row.reactions].map(([emoji, by]) => [emoji, by.size])),
    expirationTimestamp: row.expiresAt,
    markdown: !isSystem,
    ...(row.edited === undefined ? {} : editOf(row.edited)),
    ...(own.length === 0 ? {} : { reactionsSelf: own }),
    ...(row.kind === 'deleted' ? { deleted: true } : {}),
    ...(world.release.threads ? threadOf(room, row) : {}),
    ...(world.release.threads && row.silent ? { silent: true } : {}),
  }
}

function displayName(row: Comment): string {
  if (row.actor.type === 'deleted_users') return ''
  return row.kind === 'comment' && row.botName !== undefined ? row.botName : row.actor.name
}

function typeOf(row: Comment): string {
  if (row.kind === 'deleted') return 'comment_deleted'
  if (row.kind === 'command') return 'command'
  return row.file?.voice === true ? 'voice-message' : 'comment'
}

function editOf({ by, at }: { by: Actor; at: number }): Json {
  return {
    lastEditActorType: by.type,
    lastEditActorId: by.id,
    lastEditActorDisplayName: by.name,
    lastEditTimestamp: at,
  }
}

/** Every message of a thread names it; the first one also carries its title and how many follow. */
function threadOf(room: Room, row: Comment): Json {
  const thread = room.threads.get(row.threadId)
  if (thread === undefined) return {}
  if (row.id !== row.threadId) return { threadId: row.threadId }
  const threadReplies = room.comments.filter(
    (other) => other.threadId === row.id && other !== row && other.kind !== 'system',
  ).length
  return { threadId: row.id, isThread: true, threadTitle: thread.title, threadReplies }
}

interface Words {
  text: string
  parameters: Record<string, RichObject>
  isSystem: boolean
}

function wordsOf(world: World, room: Room, row: Comment, reader: Actor): Words {
  const actor = actorParameter(row.actor)
  if (row.kind === 'deleted') return { ...deletedWords(row, reader), isSystem: false }
  if (row.kind === 'system') return { ...systemWords(row, reader), isSystem: true }
  if (row.file !== undefined) return fileWords(world, room, row, reader)
  if (row.object !== undefined) return { text: '{object}', parameters: { actor, object: row.object }, isSystem: false }
  if (row.kind === 'command') return { text: row.text, parameters: {}, isSystem: false }
  const parsed = parseMentions(world, room, roomNameFor(room, reader), row.text)
  return { text: parsed.text, parameters: parsed.parameters, isSystem: false }
}

function deletedWords(row: Comment, reader: Actor): Omit<Words, 'isSystem'> {
  const by = row.deletedBy ?? row.actor
  const isAuthor = keyOf(by) === keyOf(row.actor)
  const text =
    keyOf(by) === keyOf(reader)
      ? 'Message deleted by you'
      : isAuthor
        ? 'Message deleted by author'
        : 'Message deleted by {actor}'
  return { text, parameters: { actor: actorParameter(by) } }
}

function systemWords(row: Comment, reader: Actor): Omit<Words, 'isSystem'> {
  // The row of a reaction is the reaction, and nobody is named in it.
  if (row.system === 'reaction') return { text: row.text, parameters: {} }
  if (row.system === 'reaction_deleted') return { text: 'Reaction deleted by author', parameters: {} }
  const { user } = row.about
  const isSelf = user !== undefined && user.id === row.actor.id
  const who = keyOf(row.actor) === keyOf(reader) ? 'actor' : user?.id === reader.id ? 'user' : 'other'
  const own = isSelf ? alone[row.system] : undefined
  const text = own === undefined ? sentenceFor(row.system, row.text, who) : who === 'actor' ? own.byYou : own.others
  return { text, parameters: { actor: actorParameter(row.actor), ...row.about } }
}

function fileWords(world: World, room: Room, row: Comment, reader: Actor): Words {
  const actor = actorParameter(row.actor)
  const share = row.file?.share
  const path = share === undefined || !world.homes.isOpen(share) ? undefined : world.homes.pathFor(reader, share.node)
  // Files are looked up when the message is read: one that is gone takes the message with it.
  if (share === undefined || path === undefined)
    return {
      text: sentenceFor('file_shared', '', keyOf(row.actor) === keyOf(reader) ? 'actor' : 'other'),
      parameters: { actor },
      isSystem: true,
    }
  const { node } = share
  const number = (value: number) => (world.release.contract ? String(value) : value)
  const file: RichObject = {
    type: 'file',
    id: String(node.id),
    name: path.split('/').at(-1) ?? '',
    size: number(node.bytes.length),
    path,
    link: `${world.origin()}/index.php/f/${node.id}`,
    etag: node.etag,
    permissions: number(node.owner.id === reader.id ? 27 : 19),
    mimetype: node.mime,
    'preview-available': hasPreview(node.mime) ? 'yes' : 'no',
    ...(world.release.contract ? { 'hide-download': 'no', mtime: String(node.changed) } : {}),
  }
  const caption = parseMentions(world, room, roomNameFor(room, reader), row.file?.caption ?? '')
  return { text: caption.text || '{file}', parameters: { actor, file, ...caption.parameters }, isSystem: false }
}
