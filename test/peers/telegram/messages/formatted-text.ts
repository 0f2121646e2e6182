import type { MessageEntity } from '@grammyjs/types'
import { badRequest } from '../http/refusal.ts'
import { detectEntities } from './detect-entities.ts'

export interface FormattedText {
  text: string
  /** What was asked for, and what the server found in the text by itself. */
  entities: MessageEntity[]
}

/** How the server counts a text. Code points were measured on the real one; UTF-16 units are never more lenient. */
export type LengthUnit = 'utf-16' | 'code-points'

interface Rules {
  limit: number
  unit: LengthUnit
  tooLong: string
  note(remark: string): void
}

const mostEntities = 100
const mostEntityBytes = 9_500

/** Holds a text and its entities to the server's rules and returns what people will see. Empty text is the caller's. */
export function formatText(raw: string, asked: readonly MessageEntity[] | undefined, rules: Rules): FormattedText {
  const entities = [...(asked ?? [])]
  for (const entity of entities) assertWhole(entity)
  assertBounds(raw, entities)
  const shown = tidy(raw, entities)
  for (const entity of shown.entities) {
    // It knows two schemes beside http: whatever else stands before a colon is taken for a user of some host.
    if (entity.type !== 'text_link' || !/^(?!https?:|tg:|ton:)\w+:/i.test(entity.url)) continue
    rules.note(`the address ${entity.url} was made http://${entity.url}/`)
    entity.url = `http://${entity.url}/`
  }
  if (shown.text !== raw) rules.note('the text was cleaned or trimmed')
  const length = rules.unit === 'utf-16' ? shown.text.length : Array.from(shown.text).length
  if (length > rules.limit) throw badRequest(rules.tooLong)
  if (entities.reduce((bytes, entity) => bytes + bytesOf(entity), 0) > mostEntityBytes)
    throw badRequest('ENTITIES_TOO_LONG')
  if (shown.entities.length > mostEntities) rules.note(`only the first ${mostEntities} entities were kept`)
  const kept = settle(shown.entities.slice(0, mostEntities), rules.note)
  return { text: shown.text, entities: [...kept, ...detectEntities(shown.text, kept)].sort(byPlace) }
}

const kinds: Record<MessageEntity['type'], true> = {
  mention: true,
  hashtag: true,
  cashtag: true,
  bot_command: true,
  url: true,
  email: true,
  phone_number: true,
  bold: true,
  italic: true,
  underline: true,
  strikethrough: true,
  spoiler: true,
  blockquote: true,
  expandable_blockquote: true,
  code: true,
  pre: true,
  text_link: true,
  text_mention: true,
  custom_emoji: true,
  date_time: true,
}

function assertWhole(entity: MessageEntity): void {
  if (!Object.hasOwn(kinds, entity.type)) throw badRequest("can't parse MessageEntity: Unsupported type specified")
  for (const field of ['offset', 'length'] as const) {
    const value: unknown = entity[field]
    if (!Number.isInteger(value)) throw badRequest(`can't parse MessageEntity: Can't find field "${field}"`)
  }
  if (entity.type === 'text_link') assertUrl(entity.url)
  if (entity.type === 'text_mention' && typeof entity.user?.id !== 'number') throw badRequest('user not found')
}

function assertUrl(url: string): void {
  if (url === '' || url === undefined) throw badRequest("entity URL '' is invalid: URL host is empty")
  if (/^(tg|ton|mailto|tel):\S+$/i.test(url)) return
  const host = /^(?:https?:\/\/)?(?:[^/@]*@)?(\[[0-9a-f:]+\]|[^/:?#\s]+)/i.exec(url)?.[1] ?? ''
  if (/^[a-z]+:/i.test(url) && !/^https?:/i.test(url))
    throw badRequest(`entity URL '${url}' is invalid: Unsupported URL protocol`)
  if (!host.includes('.') && !host.startsWith('[')) throw badRequest(`entity URL '${url}' is invalid: Wrong HTTP URL`)
}

function assertBounds(text: string, entities: MessageEntity[]): void {
  const open: MessageEntity[] = []
  for (const entity of entities.sort(byPlace)) {
    const { offset, length } = entity
    const end = offset + length
    if (offset < 0) throw badRequest(`receive an entity with incorrect offset ${offset}`)
    if (length < 0) throw badRequest(`receive an entity with incorrect length ${length}`)
    // The real server drops an empty entity in silence; for a sender it is always a mistake.
    if (length === 0) throw badRequest('ENTITY_BOUNDS_INVALID')
    if (offset >= text.length) throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`)
    const late = `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${end}`
    if (end > text.length) throw badRequest(late)
    if (insidePair(text, offset)) throw badRequest(`entity begins in a middle of a UTF-16 symbol at offset ${offset}`)
    if (insidePair(text, end)) throw badRequest(`entity ends in a middle of a UTF-16 symbol at offset ${end}`)
    while (open.length > 0 && endOf(open.at(-1)) <= offset) open.pop()
    // Half inside another: the server's stack of open entities never closes the outer one.
    if (open.length > 0 && endOf(open.at(-1)) < end) throw badRequest(late)
    open.push(entity)
  }
}

function byPlace(a: MessageEntity, b: MessageEntity): number {
  return a.offset - b.offset || b.length - a.length
}

function endOf(entity: MessageEntity | undefined): number {
  return entity === undefined ? 0 : entity.offset + entity.length
}

function insidePair(text: string, at: number): boolean {
  return (
    at > 0 && at < text.length && /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text[at] ?? '')
  )
}

/**
 * Control characters become spaces, carriage returns and direction overrides vanish, and the ends are trimmed; at the
 * start only up to the first entity, so that code keeps its indentation.
 */
function tidy(raw: string, entities: MessageEntity[]): FormattedText {
  let text = ''
  const moved: number[] = []
  for (const unit of raw) {
    for (let i = 0; i < unit.length; i += 1) moved.push(text.length + i)
    if (/[\r\u2028-\u202E]/.test(unit)) continue
    text += unit !== '\n' && unit < ' ' ? ' ' : unit
  }
  moved.push(text.length)
  const first = Math.min(text.length, ...entities.map(({ offset }) => moved[offset] ?? text.length))
  const start = Math.min(first, text.length - text.trimStart().length)
  const end = Math.max(start, text.trimEnd().length)
  const place = (at: number) => Math.min(Math.max((moved[at] ?? end) - start, 0), Math.max(end - start, 0))
  const shifted = entities.map((entity) => {
    const offset = place(entity.offset)
    return { ...entity, offset, length: place(entity.offset + entity.length) - offset }
  })
  return { text: text.slice(start, end), entities: shifted.filter((entity) => entity.length > 0) }
}

/** As on the wire: constructor, offset and length, and the padded text of a link or a language. */
function bytesOf(entity: MessageEntity): number {
  const text = entity.type === 'text_link' ? entity.url : entity.type === 'pre' ? (entity.language ?? '') : undefined
  return 12 + (text === undefined ? 0 : Math.ceil((Buffer.byteLength(text) + 1) / 4) * 4)
}

const monospace: readonly string[] = ['code', 'pre']
const quotes: readonly string[] = ['blockquote', 'expandable_blockquote']
const styles: readonly string[] = ['bold', 'italic', 'underline', 'strikethrough', 'spoiler']

/** Quotes do not nest, links and monospace hold nothing of their kind, and a style stops around monospace. */
function settle(entities: MessageEntity[], note: (remark: string) => void): MessageEntity[] {
  const blocks: MessageEntity[] = []
  for (const entity of entities.filter(({ type }) => !styles.includes(type))) {
    const family = (other: MessageEntity) => quotes.includes(other.type) === quotes.includes(entity.type)
    const clash = blocks.some((other) => family(other) && endOf(other) > entity.offset)
    if (clash) note(`${entity.type} at ${entity.offset} was dropped: it may not be inside another`)
    else blocks.push(entity)
  }
  const holes = blocks.filter(({ type }) => monospace.includes(type))
  const cut = entities
    .filter(({ type }) => styles.includes(type))
    .flatMap((entity) => {
      const pieces = holes.reduce((rest, hole) => rest.flatMap((piece) => subtract(piece, hole)), [entity])
      if (pieces.length !== 1 || pieces[0]?.length !== entity.length)
        note(`${entity.type} at ${entity.offset} was cut around monospace text`)
      return pieces
    })
  return [...blocks, ...cut].sort(byPlace)
}

function subtract(entity: MessageEntity, hole: MessageEntity): MessageEntity[] {
  const before = { ...entity, length: Math.min(hole.offset, endOf(entity)) - entity.offset }
  const offset = Math.max(endOf(hole), entity.offset)
  return [before, { ...entity, offset, length: endOf(entity) - offset }].filter(({ length }) => length > 0)
}
