import { CALL_TOOL, FIND_TOOLS, type NamedTools, serverOf } from '../domain/other-tools.ts'
import { truncate } from '../lib/text/text.ts'
import { createFrame } from './rendering/render.ts'
import { verbatimLines } from './rendering/verbatim.ts'
import { estimateTokens } from './tokens.ts'

/** A tool of an MCP server. There are so many that the prompt only names them. */
export interface OtherTool {
  /** In characters that every provider accepts. */
  name: string
  /** The server's own words. */
  description: string
}

const MAX_TOKENS = 4000
/** The longest descriptions that are tried; with the last, there are only names. */
const DESCRIPTION_CHARS = [90, 60, 35, 0]

const NOTE = `Tools of MCP servers, described by the servers in their own words. To use one, read its input with ${FIND_TOOLS}, then run it with ${CALL_TOOL}`

/** The block that names these tools; empty if there are none. Names without room are counted for each server. */
export function otherToolsBlock(tools: readonly OtherTool[], fence: string): string {
  if (tools.length === 0) return ''
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const lines = DESCRIPTION_CHARS.map((chars) => sorted.map((tool) => toLine(tool, chars))).find(fits)
  const { open, close } = createFrame('other-tools', { fence }, { note: NOTE })
  return `${open}\n${verbatimLines((lines ?? onlySomeNames(sorted)).join('\n'), fence)}\n${close}`
}

function fits(lines: readonly string[]): boolean {
  return estimateTokens(lines.join('\n')) <= MAX_TOKENS
}

function toLine({ name, description }: OtherTool, maxChars: number): string {
  // Line breaks, control characters and characters that change the direction of text are not part of a description.
  const plain = description.slice(0, maxChars * 4).replace(/[\p{C}\p{Z}]+/gu, ' ')
  const [sentence = ''] = plain.trim().split(/(?<=[.!?]) /, 1)
  const short = maxChars === 0 ? '' : truncate(sentence, maxChars)
  return short === '' ? name : `${name}: ${short}`
}

/** Every server gets the same number of names, as far as it has so many. */
function onlySomeNames(tools: readonly OtherTool[]): string[] {
  const byServer = new Map<string, OtherTool[]>()
  for (const tool of tools) {
    const server = serverOf(tool.name)
    byServer.set(server, [...(byServer.get(server) ?? []), tool])
  }
  const shown = new Set<string>()
  let tokens = 0
  for (let at = 0; shown.size < tools.length; at++) {
    for (const { name } of [...byServer.values()].flatMap((list) => list[at] ?? [])) {
      tokens += estimateTokens(`${name}\n`)
      if (tokens > MAX_TOKENS)
        return [...tools.filter((tool) => shown.has(tool.name)).map(toName), moreLine(byServer, shown)]
      shown.add(name)
    }
  }
  return tools.map(toName)
}

const MAX_COUNTED_SERVERS = 20

function moreLine(byServer: ReadonlyMap<string, readonly OtherTool[]>, shown: ReadonlySet<string>): string {
  const counts = [...byServer].map(([server, tools]) => ({
    server,
    more: tools.filter(({ name }) => !shown.has(name)).length,
  }))
  const total = counts.reduce((sum, { more }) => sum + more, 0)
  const named = counts.filter(({ more }) => more > 0).slice(0, MAX_COUNTED_SERVERS)
  const perServer = named.map(({ server, more }) => `${more} of ${server}`).join(', ')
  return `… and ${total} more, which ${FIND_TOOLS} knows: ${perServer}`
}

function toName({ name }: OtherTool): string {
  return name
}

/** The names in the block of a prompt; undefined if it has none. Nobody else can write a block with this fence. */
export function readOtherTools(prompt: string, fence: string): NamedTools | undefined {
  const { close } = createFrame('other-tools', { fence })
  const end = prompt.indexOf(close)
  const start = prompt.lastIndexOf(`<other-tools-${fence} `, end)
  if (end === -1 || start === -1) return undefined
  const lines = prompt.slice(start, end).trimEnd().split('\n').slice(1)
  return {
    names: lines.flatMap((line) => /^[\w-]+(?=: |$)/.exec(line) ?? []),
    isComplete: !lines.some((line) => line.startsWith('… ')),
  }
}
