import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { File } from '@grammyjs/types'
import type { Clock } from '../../../../src/lib/time/clock.ts'
import type { Upload } from '../http/body.ts'
import type { Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'

/** A file on the server. `size` may be claimed without the bytes, so that a test of limits stays small. */
export interface Stored {
  id: string
  uniqueId: string
  name: string
  type: string
  size: number
  bytes: Buffer
}

export interface Shelf {
  put(file: Upload, claimedSize?: number): Stored
  /** By file_id. */
  get(id: string): Stored | undefined
  /** The bytes behind a path that getFile gave out and that has not run out. */
  download(path: string): Stored | undefined
  methods: Pick<Methods, 'getFile'>
}

const downloadLimit = 20 * 1024 * 1024
const linkMs = 3_600_000

/** The files of all chats, by file_id, and the links to them. */
export function createShelf(clock: Clock, nameOf = (path: string) => path): Shelf {
  const files = new Map<string, Stored>()
  const links = new Map<string, { id: string; until: number }>()

  function getFile(id: string | undefined): File {
    const file = id === undefined ? undefined : files.get(id)
    if (file === undefined) throw badRequest('wrong file_id or the file is temporarily unavailable')
    if (file.size > downloadLimit) throw badRequest('file is too big')
    const path = `${folderOf(file.type)}/file_${[...files.keys()].indexOf(file.id)}${extname(file.name)}`
    links.set(path, { id: file.id, until: clock.now().getTime() + linkMs })
    return { file_id: file.id, file_unique_id: file.uniqueId, file_size: file.size, file_path: nameOf(path) }
  }

  return {
    put(file, claimedSize = file.bytes.length) {
      const content = createHash('sha256').update(file.bytes).digest('base64url')
      const id = `BQAC${String(files.size).padStart(4, '0')}${content}`
      const stored: Stored = { ...file, id, uniqueId: `AgAD${content.slice(0, 12)}`, size: claimedSize }
      files.set(id, stored)
      return stored
    },
    get: (id) => files.get(id),
    download(path) {
      const link = links.get(path)
      return link === undefined || link.until < clock.now().getTime() ? undefined : files.get(link.id)
    },
    methods: { getFile: (args) => getFile(args.file_id) },
  }
}

function folderOf(type: string): string {
  if (type.startsWith('image/')) return 'photos'
  if (type === 'audio/ogg') return 'voice'
  return type.startsWith('audio/') ? 'music' : 'documents'
}
