/** Converts a rich message to plain text: one line per block, lists with their labels, tables with bars. */
export function flattenRich(rich: unknown): string {
  const blocks = isRecord(rich) ? rich.blocks : rich
  const room = { characters: MAX_TEXT_CHARS }
  return readBlocks(blocks, 0, room)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The limits of the Bot API. Anything beyond them is an attempt to overflow our stack. */
const MAX_NESTING = 16 * 3
const MAX_TEXT_CHARS = 32_768

interface Room {
  characters: number
}

function readBlocks(blocks: unknown, depth: number, room: Room): string {
  if (!Array.isArray(blocks)) return readBlock(blocks, depth, room)
  return blocks.map((block) => readBlock(block, depth, room)).join('\n')
}

function readBlock(block: unknown, depth: number, room: Room): string {
  if (!isRecord(block) || depth > MAX_NESTING || room.characters <= 0) return readText(block, depth, room)
  if (block.type === 'divider') return '———'
  if (block.type === 'table') return readTable(block, depth, room)
  if (Array.isArray(block.items)) return block.items.map((item) => readItem(item, depth + 1, room)).join('\n')
  const head = ['header', 'summary', 'text', 'expression'].map((key) => readText(block[key], depth + 1, room))
  const body = block.blocks === undefined ? '' : readBlocks(block.blocks, depth + 1, room)
  const tail = ['caption', 'credit'].map((key) => readText(block[key], depth + 1, room))
  const lines = [...head, body, ...tail].filter((line) => line !== '')
  return lines.length > 0 ? lines.join('\n') : mediaOf(block.type)
}

function readItem(item: unknown, depth: number, room: Room): string {
  if (!isRecord(item)) return readText(item, depth, room)
  const box = item.has_checkbox === true ? (item.is_checked === true ? '☑' : '☐') : undefined
  const label = box ?? (typeof item.label === 'string' && item.label !== '' ? item.label : '•')
  return `${label} ${readBlocks(item.blocks, depth, room)}`
}

function readTable(table: Record<string, unknown>, depth: number, room: Room): string {
  const rows = Array.isArray(table.cells) ? table.cells : []
  const lines = rows.map((row) =>
    (Array.isArray(row) ? row : [row])
      .map((cell) => readText(isRecord(cell) ? cell.text : cell, depth + 2, room))
      .join(' | '),
  )
  return [...lines, readText(table.caption, depth + 1, room)].filter((line) => line !== '').join('\n')
}

function readText(text: unknown, depth: number, room: Room): string {
  if (depth > MAX_NESTING || room.characters <= 0) return ''
  if (typeof text === 'string') {
    room.characters -= text.length
    return text
  }
  if (Array.isArray(text)) return text.map((piece) => readText(piece, depth + 1, room)).join('')
  if (!isRecord(text)) return ''
  const inner = text.text ?? text.expression ?? text.alternative_text
  return inner === undefined ? '' : readText(inner, depth + 1, room)
}

function mediaOf(type: unknown): string {
  return typeof type === 'string' && /^(photo|video|audio|animation|document|voice_note|map)$/.test(type)
    ? `[${type.replace('_', ' ')}]`
    : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
