import type { Body, Upload } from './body.ts'
import { badRequest } from './refusal.ts'

type Kind = 'integer' | 'boolean' | 'text' | 'json' | 'chat' | 'file'

const kinds: Record<string, Kind> = {
  ...all('integer', 'offset', 'limit', 'timeout', 'message_id', 'message_thread_id', 'draft_id', 'user_id'),
  ...all('integer', 'reply_to_message_id', 'cache_time', 'duration', 'width', 'height', 'icon_color', 'length'),
  ...all('boolean', 'disable_notification', 'protect_content', 'allow_paid_broadcast', 'can_stop', 'keep_on_stop'),
  ...all('boolean', 'drop_pending_updates', 'show_alert', 'is_big', 'has_spoiler', 'show_caption_above_media'),
  ...all('boolean', 'disable_content_type_detection', 'supports_streaming'),
  ...all('text', 'text', 'parse_mode', 'caption', 'action', 'callback_query_id', 'url', 'file_id', 'name'),
  ...all('text', 'language_code', 'title', 'performer', 'secret_token', 'icon_custom_emoji_id', 'message_effect_id'),
  ...all('json', 'entities', 'caption_entities', 'reply_parameters', 'reply_markup', 'link_preview_options'),
  ...all('json', 'allowed_updates', 'reaction', 'commands', 'scope', 'media', 'message_ids'),
  ...all('chat', 'chat_id'),
  ...all('file', 'photo', 'document', 'voice', 'audio', 'video', 'animation', 'thumbnail'),
}

/** Turns what came over the wire into typed values; forms carry everything as text, JSON does not. */
export function readParameters(body: Body): { args: Record<string, unknown>; unknown: string[] } {
  const args: Record<string, unknown> = {}
  const unknown: string[] = []
  for (const [name, value] of Object.entries(body.fields)) {
    const kind = kinds[name]
    if (kind === undefined) unknown.push(name)
    else if (value !== null && value !== undefined) args[name] = attach(read(kind, name, value), body.files)
  }
  // A plain form may carry a file under the name of its parameter instead of as an attachment.
  for (const [name, upload] of body.files) if (kinds[name] === 'file') args[name] = upload
  return { args, unknown }
}

function all(kind: Kind, ...names: string[]): Record<string, Kind> {
  return Object.fromEntries(names.map((name) => [name, kind]))
}

function read(kind: Kind, name: string, value: unknown): unknown {
  assertUnicode(value)
  switch (kind) {
    case 'integer':
      return integer(name, value)
    case 'boolean':
      if (typeof value === 'boolean') return value
      if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
      throw badRequest(`parameter "${name}" must be of type Boolean`)
    case 'text':
    case 'file':
      if (typeof value === 'string') return value
      throw badRequest(`parameter "${name}" must be of type String`)
    case 'json':
      return typeof value === 'string' ? parse(name, value) : value
    case 'chat':
      return typeof value === 'string' && !/^-?\d+$/.test(value) ? value : integer(name, value)
  }
}

function integer(name: string, value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw badRequest(`parameter "${name}" must be of type Integer`)
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest(`can't parse ${name} JSON object`)
  }
}

function assertUnicode(value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw badRequest('strings must be encoded in UTF-8')
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) assertUnicode(inner)
}

function attach(value: unknown, files: Map<string, Upload>): unknown {
  if (typeof value === 'string' && value.startsWith('attach://')) return files.get(value.slice(9)) ?? value
  if (Array.isArray(value)) return value.map((item) => attach(item, files))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, attach(inner, files)]))
}
