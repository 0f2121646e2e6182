import type { User } from '../accounts/accounts.ts'
import { broken, ocs, type Reply, refuse } from '../http/reply.ts'
import { booleanOf, numberOf, stringOf } from '../http/request.ts'
import { type Call, type Route, userOf } from '../http/route.ts'
import { write } from '../messages/rows.ts'
import { openThread, replyTarget } from '../messages/saying.ts'
import { roomNameFor } from '../rooms/names.ts'
import { chatRight, permissionsOf } from '../rooms/rights.ts'
import { attendeeOf, type Comment, findRow, type World } from '../world.ts'
import type { FileNode, Share } from './homes.ts'
import { hasPreview } from './mime.ts'

/** What a client may say about a file it shows: JSON in a string. Talk 17 reads the kind of message and no more. */
interface MetaData {
  messageType?: unknown
  caption?: unknown
  replyTo?: unknown
  silent?: unknown
  threadId?: unknown
  threadTitle?: unknown
}

/** Shows a file to a room: a share, and the message that carries it. */
export function postFile(world: World, share: Share, referenceId: string, metaData: string): Comment {
  const { room, owner } = share
  const meta = readMetaData(metaData)
  const isNew = world.release.captions
  const wanted = isNew ? numberOf(meta.replyTo) : 0
  const parent =
    wanted !== 0 && findRow(room, wanted)?.kind === 'comment' ? replyTarget(world, room, wanted) : undefined
  const thread =
    world.release.threads && room.threads.has(numberOf(meta.threadId)) ? numberOf(meta.threadId) : undefined
  const row = write(world, room, {
    actor: owner,
    referenceId: referenceId.slice(0, 64),
    file: {
      share,
      voice: meta.messageType === 'voice-message',
      caption: isNew ? stringOf(meta.caption) : '',
    },
    silent: isNew && booleanOf(meta.silent),
    ...(parent === undefined ? {} : { parent }),
    ...(parent === undefined && thread !== undefined ? { threadId: thread } : {}),
  })
  const attendee = attendeeOf(room, owner)
  if (attendee !== undefined) attendee.lastRead = row.id
  const title = stringOf(meta.threadTitle)
  if (world.release.threads && title !== '' && parent === undefined) openThread(world, room, row, title)
  return row
}

function readMetaData(text: string): MetaData {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The shares of files with rooms. */
export function createSharing(world: World): Route[] {
  function fileOf(user: User, path: string): FileNode {
    const node = world.homes.find(user, path.replaceAll(/^\/+|\/+$/g, ''))
    if (node === undefined) throw refuse(404, 'Wrong path, file/folder does not exist')
    return node
  }

  function create(call: Call): Reply {
    const user = userOf(call)
    const { path, shareType, shareWith, referenceId, talkMetaData } = call.request.params
    if (path === undefined) throw refuse(404, 'Please specify a file or folder path')
    const node = fileOf(user, stringOf(path))
    if (numberOf(shareType, -1) !== 10) throw shareType === undefined ? broken() : refuse(400, 'Unknown share type')
    const room = world.rooms.get(stringOf(shareWith))
    const attendee = room === undefined ? undefined : attendeeOf(room, user)
    if (room === undefined || attendee === undefined || room.isReadOnly) throw refuse(403)
    if ((permissionsOf(world, room, attendee) & chatRight) === 0) throw refuse(403)
    const old = world.homes.shares.find(
      (share) => share.node === node && share.room === room && world.homes.isOpen(share),
    )
    const share = old ?? world.homes.share(node, user, room)
    postFile(world, { ...share, owner: user }, stringOf(referenceId), stringOf(talkMetaData))
    // The second message is in the room all the same.
    if (old !== undefined) throw refuse(403, 'Path is already shared with this room')
    return ocs(shareFor(world, share))
  }

  function list(call: Call): Reply {
    const { path } = call.request.params
    const node = path === undefined ? undefined : fileOf(userOf(call), stringOf(path))
    const mine = world.homes.shares.filter((share) => share.owner === call.user && world.homes.isOpen(share))
    return ocs(mine.filter((share) => node === undefined || share.node === node).map((share) => shareFor(world, share)))
  }

  const path = /^\/ocs\/v[12]\.php\/apps\/files_sharing\/api\/v1\/shares$/
  return [
    { name: 'share', method: 'POST', path, handle: create },
    { name: 'shares', method: 'GET', path, handle: list },
  ]
}

function shareFor(world: World, { id, node, owner, room, at }: Share): object {
  return {
    id: String(id),
    share_type: 10,
    uid_owner: owner.id,
    displayname_owner: owner.name,
    permissions: 19,
    can_edit: true,
    can_delete: true,
    stime: at,
    parent: null,
    expiration: null,
    token: null,
    uid_file_owner: node.owner.id,
    note: '',
    label: '',
    displayname_file_owner: node.owner.name,
    path: `/${node.path}`,
    item_type: 'file',
    mimetype: node.mime,
    has_preview: hasPreview(node.mime),
    storage_id: `home::${owner.id}`,
    storage: 3,
    item_source: node.id,
    file_source: node.id,
    file_parent: 1,
    file_target: `/{TALK_PLACEHOLDER}/${node.path.split('/').at(-1) ?? ''}`,
    share_with: room.token,
    share_with_displayname: roomNameFor(room, owner),
    share_with_link: `${world.origin()}/index.php/call/${room.token}`,
    mail_send: 0,
    hide_download: 0,
    attributes: null,
  }
}
