import type { MessageEntity } from '@grammyjs/types'

type Found = MessageEntity.CommonMessageEntity

const patterns: { type: Found['type']; pattern: RegExp }[] = [
  { type: 'url', pattern: /(?<![\w@])https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/giu },
  { type: 'email', pattern: /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/giu },
  {
    type: 'url',
    pattern: /(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|me|de|app|example|md|sh|rs|py)\b(?:\/\S*)?/giu,
  },
  { type: 'bot_command', pattern: /(?<![\w/<])\/[a-z0-9_]{1,64}(?:@[a-z]\w{3,31})?(?![\w/])/giu },
  { type: 'mention', pattern: /(?<![\w@.])@[a-z]\w{3,31}\b/giu },
  { type: 'hashtag', pattern: /(?<![\p{L}\p{N}_#&])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu },
  { type: 'cashtag', pattern: /(?<![\w$])\$[A-Z]{1,8}\b/gu },
]

const opaque: readonly string[] = ['code', 'pre', 'text_link', 'text_mention']

/** What the server finds in a text by itself: it makes mentions, commands and links of plain words. */
export function detectEntities(text: string, given: readonly MessageEntity[]): Found[] {
  const found: Found[] = []
  const blocked = given.filter((entity) => opaque.includes(entity.type) || patterns.some((p) => p.type === entity.type))
  for (const { type, pattern } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const entity: Found = { type, offset: match.index, length: match[0].length }
      if (![...blocked, ...found].some((other) => touches(other, entity))) found.push(entity)
    }
  }
  return found.sort((a, b) => a.offset - b.offset)
}

function touches(a: MessageEntity, b: MessageEntity): boolean {
  return a.offset < b.offset + b.length && b.offset < a.offset + a.length
}
