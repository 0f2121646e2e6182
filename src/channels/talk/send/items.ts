import { openAsBlob } from 'node:fs'
import type { Delivery } from '../../../domain/delivery.ts'
import { CAPTION_LIMIT, readParcel } from '../outbound.ts'
import type { Capabilities } from '../wire/capabilities.ts'
import { referenceOf, type Writer } from './reference.ts'

/** One message on the platform: text, or a file with an optional caption. */
export interface Item {
  text: string
  file?: ItemFile
  referenceId: string
}

export interface ItemFile {
  name: string
  /** Rejects if the file no longer exists. */
  content(): Promise<Blob>
}

export interface Shelf {
  path(hash: string): string
}

/**
 * The messages of one delivery, in order. The same delivery always gives the same messages with the same references.
 */
export function itemsOf(delivery: Delivery, able: Pick<Capabilities, 'has'>, shelf: Shelf, writer: Writer): Item[] {
  const { text, document } = readParcel(delivery.body)
  const kept = delivery.files.map(({ hash, name }) => ({ name, content: async () => openAsBlob(shelf.path(hash)) }))
  const files = [...(document ? [asFile(document)] : []), ...kept]
  const isCaption = files.length === 1 && text.length <= CAPTION_LIMIT && able.has('media-caption')
  const words = text === '' || isCaption ? [] : [{ text }]
  const all = [...words, ...files.map((file) => ({ text: isCaption ? text : '', file }))]
  return all.map((item, at) => ({ ...item, referenceId: referenceOf(delivery, at, writer) }))
}

export function asFile({ name, content }: { name: string; content: string }): ItemFile {
  return { name, content: async () => new Blob([content], { type: 'text/markdown' }) }
}
