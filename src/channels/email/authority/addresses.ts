import { domainToASCII, domainToUnicode } from 'node:url'
import { tidyName } from '../../../lib/text/safe-name.ts'
import { decodeWords } from './encoded-words.ts'

export interface NamedAddress {
  address: string
  name: string
}

/** One entry of an address list. */
export interface Mailbox extends NamedAddress {
  /** Every program reads the same address in it: no group, no route, nothing quoted or folded. */
  isPlain: boolean
}

const MAX_LIST_CHARS = 64 * 1024
const MAX_ADDRESSES = 500

/** Flattens groups and leaves out entries without an address. */
export function addressesIn(value: string): NamedAddress[] {
  return mailboxesIn(value)
    .filter(({ address }) => address !== '')
    .map(({ address, name }) => ({ address, name }))
}

/** Lower-cases ASCII letters only: the Kelvin sign must not become a k. */
export function canonicalAddress(address: string): string {
  return lowerAscii(address)
}

/** Every entry of the list. In entries without an address, `address` is empty. */
export function mailboxesIn(value: string): Mailbox[] {
  const text = value.slice(0, MAX_LIST_CHARS)
  const mailboxes: Mailbox[] = []
  let place = emptyPlace(value.length <= MAX_LIST_CHARS)
  let hasGroup = false
  const finish = () => {
    const mailbox = mailboxOf(place)
    if (mailbox) mailboxes.push(mailbox)
    place = emptyPlace(true)
  }
  for (let at = 0; at < text.length && mailboxes.length < MAX_ADDRESSES; ) {
    const character = text.charAt(at)
    if (character === '"') {
      const end = endOfQuoted(text, at)
      addQuoted(place, text.slice(at + 1, end), end < text.length)
      at = end + 1
    } else if (character === '(') {
      const end = endOfComment(text, at)
      addComment(place, text.slice(at + 1, end), end < text.length)
      at = end + 1
    } else {
      if (!place.isInAngle && (character === ',' || character === ';')) {
        hasGroup ||= character === ';'
        finish()
      } else if (!place.isInAngle && character === ':') {
        // What came before was the name of a group.
        hasGroup = true
        place = emptyPlace(false)
      } else addCharacter(place, character)
      at += 1
    }
  }
  finish()
  return hasGroup ? mailboxes.map((mailbox) => ({ ...mailbox, isPlain: false })) : mailboxes
}

/** The index of the closing quote, or the end of the text. */
function endOfQuoted(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length)
}

/** Comments can be nested, even a thousand levels deep. */
export function endOfComment(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return text.length
}

export function withoutComments(text: string): string {
  let rest = ''
  let at = 0
  for (let start = text.indexOf('('); start !== -1; start = text.indexOf('(', at)) {
    rest += `${text.slice(at, start)} `
    at = endOfComment(text, start) + 1
  }
  return rest + text.slice(at)
}

interface Place {
  /** The text outside angle brackets: as a phrase, and as an address in case there are no brackets. */
  phrase: string
  bare: string
  angle: string | undefined
  isInAngle: boolean
  comments: string[]
  /** There was text outside angle brackets. */
  isBegun: boolean
  /** A comment followed that text, so it may have been the whole address. */
  isEnded: boolean
  isPlain: boolean
}

function emptyPlace(isPlain: boolean): Place {
  return {
    phrase: '',
    bare: '',
    angle: undefined,
    isInAngle: false,
    comments: [],
    isBegun: false,
    isEnded: false,
    isPlain,
  }
}

function addQuoted(place: Place, inside: string, isClosed: boolean): void {
  if (!isClosed) place.isPlain = false
  if (place.isInAngle) place.angle += `"${inside}"`
  else {
    if (place.angle !== undefined) place.isPlain = false
    place.phrase += inside.replace(/\\(.)/gs, '$1')
    place.bare += `"${inside}"`
    place.isBegun = true
  }
}

function addComment(place: Place, inside: string, isClosed: boolean): void {
  // A program that does not support comments may read a comment with one of these characters as an address.
  if (!isClosed || place.isInAngle || /[<>@",;:\\()]/.test(inside)) place.isPlain = false
  if (place.comments.length < 10) place.comments.push(inside)
  if (!place.isInAngle) place.phrase += ' '
  place.isEnded ||= place.isBegun
}

function addCharacter(place: Place, character: string): void {
  if (character === '<') {
    if (place.angle !== undefined) place.isPlain = false
    place.angle = ''
    place.isInAngle = true
  } else if (character === '>') {
    if (!place.isInAngle) place.isPlain = false
    place.isInAngle = false
  } else if (place.isInAngle) {
    // `<@a,@b:ana@c>` is a source route of RFC 822.
    if (character === ':') place.angle = ''
    else if (!/[ \t]/.test(character)) place.angle += character
    if (/[ \t:,;]/.test(character)) place.isPlain = false
  } else {
    place.phrase += character
    place.isBegun ||= /[^ \t]/.test(character)
    // The blank makes `ana(x)@example.org` invalid, because an address must not contain one.
    place.bare += place.isEnded ? ` ${character}` : character
    if (/[\\[\]]/.test(character) || (place.angle !== undefined && /[^ \t]/.test(character))) place.isPlain = false
  }
}

/** Undefined if the entry is empty. */
function mailboxOf({ phrase, bare, angle, isInAngle, comments, isPlain }: Place): Mailbox | undefined {
  if (angle === undefined && trimBlanks(bare) === '') return undefined
  const written = angle ?? trimBlanks(bare)
  const at = written.lastIndexOf('@')
  const local = written.slice(0, Math.max(at, 0))
  const domain = domainOf(written.slice(at + 1))
  const isAddress = at > 0 && domain !== undefined && !/[\s\p{Cc}]/u.test(local)
  return {
    address: isAddress ? `${local}@${domain.ascii}` : '',
    name: tidyName(decodeWords(angle === undefined ? (comments[0] ?? '') : phrase.trim())),
    isPlain: isAddress && isPlain && !isInAngle && domain.isPlain && isPlainLocal(local) && !hasAt(angle, bare),
  }
}

/** In `ana@good.org <eve@evil.org>`, a program that does not know angle brackets reads the first address. */
function hasAt(angle: string | undefined, bare: string): boolean {
  return angle !== undefined && bare.replace(/"[^"]*"/g, '').includes('@')
}

/** A dot-atom of RFC 6532 without encoded words: nothing in an address is ever decoded. */
function isPlainLocal(local: string): boolean {
  return (
    /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local) &&
    !local.includes('=?')
  )
}

function domainOf(written: string): { ascii: string; isPlain: boolean } | undefined {
  const lower = lowerAscii(written)
  if (lower.length > 253) return undefined
  if (/^[\x21-\x7e]+$/.test(lower)) {
    if (/^\[[\da-f.:]+(?:v6[\da-f.:]*)?\]$/i.test(lower)) return { ascii: lower, isPlain: false }
    return /^[a-z\d_-]+(\.[a-z\d_-]+)*$/.test(lower) ? { ascii: lower, isPlain: true } : undefined
  }
  const ascii = domainToASCII(lower)
  if (!/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(ascii)) return undefined
  // Full-width letters and soft hyphens are mapped to plain ones, so the domain is not spelled as it appears.
  return { ascii, isPlain: domainToUnicode(ascii) === lower.normalize('NFC') }
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Normalizes an address from the configuration, so that it can be compared. */
export function plainAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return canonicalAddress(`${text.slice(0, at)}@${domainToASCII(domain) || domain}`)
}

/** Trims blanks. A pattern would take quadratic time on a long run of blanks. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** Only space and tab, not other white space. */
function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
