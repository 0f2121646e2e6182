import type { User } from '../accounts/accounts.ts'
import { ocs, type Reply, refuse } from '../http/reply.ts'
import { stringOf } from '../http/request.ts'
import { type Call, type Route, talkPath, userOf } from '../http/route.ts'
import { enter, mustWrite } from '../rooms/rights.ts'
import type { ServerState } from '../server/state.ts'
import type { Room, World } from '../world.ts'
import { freePath } from './homes.ts'
import { postFile } from './sharing.ts'

/** Files through a folder of the conversation, from Talk 24 on: uploaded as a draft, moved when they are posted. */
export function createAttachments(world: World, state: ServerState): Route[] {
  if (!world.release.subfolders) return []
  const { homes } = world

  function place(call: Call): Room {
    const { room, attendee } = enter(world, call.parts[0] ?? '', call.user)
    if (!state.hasSubfolders) throw refuse(501, '', { error: 'disabled' })
    mustWrite(world, room, attendee)
    return room
  }

  /** The folder that is shared with the room, and the one in it that is not. */
  function folders(user: User, room: Room): { shown: string; draft: string } {
    const shown = `Talk/${room.name.replaceAll('/', ' ') || 'Conversation'}-${room.token}`
    const draft = `${shown}/Draft`
    for (const path of ['Talk', shown, draft]) homes.folder(user, path)
    return { shown, draft }
  }

  function freeIn(user: User, folder: string, name: string): string {
    return freePath(`${folder}/${name}`, (path) => homes.find(user, path) !== undefined, 1)
  }

  function rename(from: string, path: string): Record<string, string> {
    return { [from]: path.split('/').at(-1) ?? '' }
  }

  function prepare(call: Call): Reply {
    const user = userOf(call)
    const { shown, draft } = folders(user, place(call))
    const { fileNames } = call.request.params
    const names = Array.isArray(fileNames) ? fileNames.map((name) => stringOf(name)) : []
    return ocs({ folder: draft, renames: names.map((name) => rename(name, freeIn(user, shown, name))) })
  }

  /** Once: the file is not where it was any more, and who asks again is told there is none. */
  function post(call: Call): Reply {
    const user = userOf(call)
    const room = place(call)
    const { shown, draft } = folders(user, room)
    const { filePath, referenceId, talkMetaData, fileName } = call.request.params
    const path = stringOf(filePath).replaceAll(/^\/+/g, '')
    const node = homes.find(user, path)
    if (node === undefined) throw refuse(404, '', { error: 'file' })
    if (node.isFolder) throw refuse(400, '', { error: 'file' })
    if (!path.startsWith(`${draft}/`)) throw refuse(422, '', { error: 'path' })
    const name = stringOf(fileName) || (path.split('/').at(-1) ?? '')
    const target = freeIn(user, shown, name)
    homes.move(node, target)
    postFile(world, homes.share(node, user, room), stringOf(referenceId), stringOf(talkMetaData))
    return ocs({ renames: [rename(name, target)] })
  }

  const path = '/chat/:token/attachment'
  return [
    { name: 'attachment-folder', method: 'POST', path: talkPath('v1', `${path}/folder`), handle: prepare },
    { name: 'attachment', method: 'POST', path: talkPath('v1', path), handle: post },
  ]
}
