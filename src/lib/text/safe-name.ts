import { truncate } from './text.ts'

/** UTF-8 bytes; leaves room for a number within the 255 that file systems allow. */
const MAX_NAME_BYTES = 160
const MAX_EXTENSION_BYTES = 20

/**
 * A safe file name, whatever the sender chose: no folder, no hidden or reordering characters, nothing a shell reads as
 * an option, and no name that a program treats as instructions.
 */
export function safeName(rawName: string): string {
  const name = lastPart(rawName)
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\t\r\n]/gu, ' ')
    // Unicode category "other": controls, zero-width and direction marks, lone surrogates, and unassigned characters.
    .replace(/\p{C}/gu, '')
    .normalize('NFC')
    // Only after the removal, which may have left two spaces side by side.
    .replace(/ +/g, ' ')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^ +/, '')
    .replace(/(?<![ .])[ .]+$/, '')
  if (name === '') return 'file'
  return shorten(isSpecialName(name) ? `file-${name}` : name)
}

/** The name with a number before its extension, for use when the name is taken. */
export function withNumber(name: string, number: number): string {
  const { stem, ending } = split(name)
  return `${stem}-${number}${ending}`
}

/** Whether it is this name, with or without a number. */
export function isNumbered(name: string, original: string): boolean {
  const { stem, ending } = split(original)
  if (name === original) return true
  return (
    name.startsWith(`${stem}-`) &&
    name.endsWith(ending) &&
    /^\d{1,4}$/.test(name.slice(stem.length + 1, name.length - ending.length))
  )
}

function lastPart(rawName: string): string {
  return rawName.slice(-1000).split(/[/\\]/).at(-1) ?? ''
}

/** Hidden files, options, home folders, instruction files of a model's program, and device names of old systems. */
function isSpecialName(name: string): boolean {
  return /^([.~-]|claude|agents|(con|prn|aux|nul|com\d|lpt\d)(\.|$))/i.test(name)
}

function shorten(name: string): string {
  const { stem, ending } = split(name)
  const bytes = Buffer.from(stem).subarray(0, MAX_NAME_BYTES - Buffer.byteLength(ending))
  // As a stream, so that a character that was cut in two is dropped.
  return new TextDecoder().decode(bytes, { stream: true }).trimEnd() + ending
}

function split(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  const hasEnding = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION_BYTES
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
