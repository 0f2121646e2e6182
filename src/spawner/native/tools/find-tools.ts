import { type NamedTools, serverOf } from '../../../domain/other-tools.ts'
import { oneLine, truncate } from '../../../lib/text/text.ts'
import { nearestWord } from '../../../lib/text/text-matching.ts'
import type { NativeTool } from './native-tool.ts'

const MAX_QUERY_CHARS = 500
const MAX_WHOLE_TOOLS = 5
/** The first tool is always shown whole. */
const MAX_WHOLE_CHARS = 12_000
const MAX_DESCRIPTION_CHARS = 1500
const MAX_NAMED_TOOLS = 25
const MAX_SHORT_CHARS = 90
const MAX_CHANGED_NAMES = 40

/** What the model reads about the tools that match a query best, and about what changed since its session began. */
export function foundTools(tools: readonly NativeTool[], query: string, known: NamedTools | undefined): string {
  const matches = rankTools(tools, query.slice(0, MAX_QUERY_CHARS))
  const whole: string[] = []
  for (const tool of matches.slice(0, MAX_WHOLE_TOOLS)) {
    const description = describeTool(tool)
    if (whole.length > 0 && whole.join('\n').length + description.length > MAX_WHOLE_CHARS) break
    whole.push(description)
  }
  const others = matches.slice(whole.length, whole.length + MAX_NAMED_TOOLS).map(shortLine)
  const left = matches.length - whole.length - others.length
  return [
    matches.length === 0 ? nothingFound(tools, query) : '',
    ...whole,
    others.length > 0 ? `These match less well:\n${others.join('\n')}` : '',
    left > 0 ? `${left} more match too; use more exact words to see them.` : '',
    changesSince(tools, known),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A tool as one line of JSON, in which nothing that a server writes can look like another tool. */
export function describeTool({ name, description, inputSchema, isReadOnly }: NativeTool): string {
  const shown = {
    name,
    description: truncate(description, MAX_DESCRIPTION_CHARS),
    readOnly: isReadOnly,
    input: inputSchema,
  }
  return JSON.stringify(shown).replace(hiddenCharacters, '')
}

/** Control characters are escaped by JSON; these could still hide or reorder what is shown. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu

function shortLine({ name, description }: NativeTool): string {
  const plain = oneLine(description.slice(0, MAX_DESCRIPTION_CHARS).replace(/\p{C}/gu, ' '), MAX_SHORT_CHARS)
  return plain === '' ? name : `${name}: ${plain}`
}

/** The existing names that are most like a name that does not exist. */
export function nearestNames(tools: readonly NativeTool[], name: string): string[] {
  const names = tools.map((tool) => tool.name)
  const short = name.slice(0, MAX_QUERY_CHARS)
  const typo = nearestWord(short, names, Math.min(6, Math.ceil(short.length / 4)))
  const similar = rankTools(tools, short).map((tool) => tool.name)
  return [...new Set([...(typo === undefined ? [] : [typo]), ...similar])].slice(0, 5)
}

function nothingFound(tools: readonly NativeTool[], query: string): string {
  if (tools.length === 0) return 'No tool of an MCP server is available now. Say what you could not do.'
  const counts = new Map<string, number>()
  for (const { name } of tools) counts.set(serverOf(name), (counts.get(serverOf(name)) ?? 0) + 1)
  const servers = [...counts].map(([server, count]) => `${server} (${count})`).slice(0, MAX_NAMED_TOOLS)
  const nearest = nearestNames(tools, query.trim())
  return [
    `No tool matches ${JSON.stringify(truncate(query, 80))}. Use other words, or the name of a server: ${servers.join(', ')}.`,
    ...(nearest.length > 0 ? [`The nearest names are ${nearest.join(', ')}.`] : []),
  ].join(' ')
}

/** The list in the prompt stays as it is, so the model learns here what is new and what is gone. */
function changesSince(tools: readonly NativeTool[], known: NamedTools | undefined): string {
  if (!known) return ''
  const now = new Set(tools.map(({ name }) => name))
  const before = new Set(known.names)
  const added = known.isComplete ? [...now].filter((name) => !before.has(name)) : []
  const removed = known.names.filter((name) => !now.has(name))
  const lines = [
    added.length > 0 ? `New since this conversation began: ${listNames(added)}.` : '',
    removed.length > 0 ? `Not available any more: ${listNames(removed)}.` : '',
  ]
  return lines.filter((line) => line !== '').join('\n')
}

function listNames(names: readonly string[]): string {
  const more = names.length - MAX_CHANGED_NAMES
  return [...names.slice(0, MAX_CHANGED_NAMES), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

const NAME_WEIGHT = 4
const DESCRIPTION_WEIGHT = 2
/** A word that only begins in the same way counts half. */
const PREFIX_SHARE = 0.5
const MIN_PREFIX_CHARS = 3
const EXACT_NAME_SCORE = 1000

/** Tools whose exact names are in the query first, then those that share its words; rare words count more. */
function rankTools(tools: readonly NativeTool[], query: string): NativeTool[] {
  const exact = new Set(query.split(/[\s,;"'`]+/).filter((part) => part !== ''))
  const words = [...new Set(wordsOf(query))]
  const described = tools.map((tool) => ({
    tool,
    name: wordsOf(tool.name),
    description: wordsOf(tool.description.slice(0, MAX_DESCRIPTION_CHARS)),
  }))
  const rarity = new Map(
    words.map((word) => {
      const having = described.filter(({ name, description }) => name.includes(word) || description.includes(word))
      return [word, Math.log(1 + tools.length / Math.max(1, having.length))]
    }),
  )
  const scored = described.map(({ tool, name, description }) => {
    const shared = words.map((word) => {
      const score = NAME_WEIGHT * likeness(word, name) + DESCRIPTION_WEIGHT * likeness(word, description)
      return score * (rarity.get(word) ?? 0)
    })
    const isNamed = exact.has(tool.name) || exact.has(tool.name.slice(serverOf(tool.name).length + 2))
    return { tool, score: shared.reduce((sum, one) => sum + one, isNamed ? EXACT_NAME_SCORE : 0) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ tool }) => tool)
}

function likeness(word: string, words: readonly string[]): number {
  if (words.includes(word)) return 1
  const isLike = (other: string) =>
    Math.min(word.length, other.length) >= MIN_PREFIX_CHARS && (other.startsWith(word) || word.startsWith(other))
  return words.some(isLike) ? PREFIX_SHARE : 0
}

/** Names are written as create_issue or createIssue. */
function wordsOf(text: string): string[] {
  const spaced = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
