import { truncate } from './text.ts'

/** Bytes of UTF-8: leaves room for a number within the 255 that file systems allow. */
const MOST_NAME_BYTES = 160
const LONGEST_ENDING = 20

/**
 * A name that is only a name, whatever a sender called the file: no folder, nothing that turns text around or hides in
 * it, nothing a shell takes for an option, and nothing a program obeys because of how it is called.
 */
export function safeName(given: string): string {
  const name = lastPart(given)
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\t\r\n]/gu, ' ')
    // All of "other": controls, zero-width and turning marks, halves of surrogate pairs, and what is not assigned.
    .replace(/\p{C}/gu, '')
    .normalize('NFC')
    // Only now: what was taken out may have stood between two spaces.
    .replace(/ +/g, ' ')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^ +/, '')
    .replace(/(?<![ .])[ .]+$/, '')
  if (name === '') return 'file'
  return shorten(isObeyed(name) ? `file-${name}` : name)
}

/** The same name with a number before its ending, for a place where the name is taken. */
export function numbered(name: string, number: number): string {
  const { stem, ending } = split(name)
  return `${stem}-${number}${ending}`
}

/** Whether it is that name, with or without a number. */
export function isNumbered(name: string, original: string): boolean {
  const { stem, ending } = split(original)
  if (name === original) return true
  return (
    name.startsWith(`${stem}-`) &&
    name.endsWith(ending) &&
    /^\d{1,4}$/.test(name.slice(stem.length + 1, name.length - ending.length))
  )
}

function lastPart(given: string): string {
  return given.slice(-1000).split(/[/\\]/).at(-1) ?? ''
}

/** Hidden files, options, home folders, instructions to a model's program, and the devices of old systems. */
function isObeyed(name: string): boolean {
  return /^([.~-]|claude|agents|(con|prn|aux|nul|com\d|lpt\d)(\.|$))/i.test(name)
}

function shorten(name: string): string {
  const { stem, ending } = split(name)
  const bytes = Buffer.from(stem).subarray(0, MOST_NAME_BYTES - Buffer.byteLength(ending))
  // As a stream, so that a character that was cut in two is left out.
  return new TextDecoder().decode(bytes, { stream: true }).trimEnd() + ending
}

function split(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  const hasEnding = dot > 0 && Buffer.byteLength(name.slice(dot)) <= LONGEST_ENDING
  return hasEnding ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' }
}

/** Turns a name into one line of readable length. */
export function tidyName(name: string): string {
  return truncate(
    name
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
    64,
  )
}
