import { createHash } from 'node:crypto'
import type { User } from '../accounts/accounts.ts'
import { type Actor, attendeeOf, type Room } from '../world.ts'
import { mimeOf } from './mime.ts'

export interface FileNode {
  id: number
  owner: User
  /** Where it lies in the home of its owner, without a slash in front. */
  path: string
  isFolder: boolean
  bytes: Buffer
  mime: string
  etag: string
  /** Seconds. */
  changed: number
  isGone: boolean
}

/** A file shown to a room. */
export interface Share {
  id: number
  node: FileNode
  owner: User
  room: Room
  at: number
  isRevoked: boolean
}

export interface Homes {
  /** Own files, and those of others that are mounted there. */
  find(user: User, path: string): FileNode | undefined
  put(user: User, path: string, bytes: Buffer, mime?: string): { node: FileNode; isNew: boolean }
  folder(user: User, path: string): FileNode
  remove(user: User, path: string): void
  move(node: FileNode, path: string): void
  list(user: User, folder: string): FileNode[]
  share(node: FileNode, owner: User, room: Room): Share
  shares: Share[]
  isOpen(share: Share): boolean
  /** Where a reader finds a file that was shared with them. */
  pathFor(reader: Actor, node: FileNode): string | undefined
  byId(id: number): FileNode | undefined
  /** How much a home holds; without a number, anything. */
  quotas: Map<string, number>
  room(user: User): number
}

interface HomesDeps {
  nextId(kind: string): number
  seconds(): number
}

/** The files of everybody, and where what is shared with a room shows up in the homes of its members. */
export function createHomes({ nextId, seconds }: HomesDeps): Homes {
  const nodes: FileNode[] = []
  const shares: Share[] = []
  const mounts = new Map<string, Map<number, string>>()
  const quotas = new Map<string, number>()

  const own = (user: User, path: string) =>
    nodes.find((node) => !node.isGone && node.owner === user && node.path === path)
  const isOpen = (share: Share) => !share.isRevoked && !share.node.isGone
  const reaches = (reader: Actor, node: FileNode) =>
    shares.some((share) => share.node === node && isOpen(share) && attendeeOf(share.room, reader) !== undefined)

  function pathFor(reader: Actor, node: FileNode): string | undefined {
    if (node.isGone) return undefined
    if (reader.type === 'users' && node.owner.id === reader.id) return node.path
    if (!reaches(reader, node)) return undefined
    const mine = mounts.get(reader.id) ?? new Map<number, string>()
    mounts.set(reader.id, mine)
    const known = mine.get(node.id)
    if (known !== undefined) return known
    const path = freePath(`Talk/${node.path.split('/').at(-1) ?? ''}`, (candidate) => {
      const taken = nodes.some((one) => !one.isGone && one.owner.id === reader.id && one.path === candidate)
      return taken || [...mine.values()].includes(candidate)
    })
    mine.set(node.id, path)
    return path
  }

  function mounted(user: User, path: string): FileNode | undefined {
    // Mounts come into being when somebody looks, so look at everything that is shared with this person first.
    for (const share of shares) if (isOpen(share)) pathFor(user, share.node)
    const [id] = [...(mounts.get(user.id) ?? [])].find(([, at]) => at === path) ?? []
    const node = nodes.find((one) => one.id === id)
    return node !== undefined && !node.isGone && reaches(user, node) ? node : undefined
  }

  function write(node: FileNode, bytes: Buffer): void {
    node.bytes = bytes
    node.changed = seconds()
    node.etag = createHash('md5')
      .update(`${node.id}`)
      .update(bytes)
      .update(`${nextId('etag')}`)
      .digest('hex')
  }

  function add(owner: User, path: string, isFolder: boolean, mime: string): FileNode {
    const bytes = Buffer.alloc(0)
    const node = { id: nextId('file'), owner, path, isFolder, bytes, mime, etag: '', changed: 0, isGone: false }
    write(node, bytes)
    nodes.push(node)
    return node
  }

  return {
    find: (user, path) => own(user, path) ?? mounted(user, path),
    put(user, path, bytes, mime = mimeOf(path)) {
      // What is mounted there is written through to its owner, whoever that is.
      const old = own(user, path) ?? mounted(user, path)
      const node = old ?? add(user, path, false, mime)
      write(node, bytes)
      return { node, isNew: old === undefined }
    },
    folder: (user, path) => own(user, path) ?? add(user, path, true, 'httpd/unix-directory'),
    remove(user, path) {
      for (const node of nodes)
        if (node.owner === user && (node.path === path || node.path.startsWith(`${path}/`))) node.isGone = true
    },
    move(node, path) {
      node.path = path
    },
    list: (user, folder) =>
      nodes.filter(
        (node) => !node.isGone && node.owner === user && node.path.split('/').slice(0, -1).join('/') === folder,
      ),
    share(node, owner, room) {
      const share = { id: nextId('share'), node, owner, room, at: seconds(), isRevoked: false }
      shares.push(share)
      // Names are given out in this order, and not in the order somebody looks.
      for (const { actor } of room.attendees) pathFor(actor, node)
      return share
    },
    shares,
    isOpen,
    pathFor,
    byId: (id) => nodes.find((node) => node.id === id && !node.isGone),
    quotas,
    room(user) {
      const quota = quotas.get(user.id)
      if (quota === undefined) return Number.POSITIVE_INFINITY
      const used = nodes.filter((node) => !node.isGone && node.owner === user)
      return quota - used.reduce((sum, node) => sum + node.bytes.length, 0)
    },
  }
}

/** The name itself, or with the first number behind it that is free. */
export function freePath(path: string, isTaken: (path: string) => boolean, first = 2): string {
  const [, stem = path, end = ''] = /^(.*?)(\.[^./]+)?$/.exec(path) ?? []
  for (let n = first, next = path; ; n += 1) {
    if (!isTaken(next)) return next
    next = `${stem} (${n})${end}`
  }
}
