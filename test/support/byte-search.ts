import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Looks for words in every byte of every file below a folder, in every form in which a program may have written them. */
export function findBytes(folder: string, words: string[]): string[] {
  const forms = words.flatMap((word) => formsOf(word).map((form) => ({ word, form })))
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = readIfPresent(path)
      const contents = [bytes, ...(bytes[0] === 0x1f && bytes[1] === 0x8b ? [gunzipSync(bytes)] : [])].map((content) =>
        content.toString('latin1').toLowerCase(),
      )
      const found = forms.filter(({ form }) => contents.some((content) => content.includes(form)))
      const name = forms.filter(({ form }) => path.toLowerCase().includes(form))
      return [...new Set([...found, ...name].map(({ word }) => `${path.slice(folder.length + 1)}: ${word}`))]
    })
}

/** A process may remove its temporary file at any moment. */
function readIfPresent(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return Buffer.alloc(0)
  }
}

/** Without the ends, which depend on what stands beside them. */
function formsOf(word: string): string[] {
  const bytes = Buffer.from(word)
  const encoded = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    return text.slice(shift === 0 ? 0 : 2 + (shift === 2 ? 1 : 0), -2)
  })
  const escaped = Array.from(word, (char) =>
    char > '\u007f' ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char,
  )
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const forms = [word, word.toLowerCase(), escaped.join(''), plain, ...encoded]
  return [...new Set(forms.map((form) => Buffer.from(form).toString('latin1').toLowerCase()))]
}

/** Words that occur nowhere else, with letters outside ASCII. Their ends are not endings that a stemmer removes. */
export function plantedWords(count: number, seed = 'p'): string[] {
  return Array.from(
    { length: count },
    (_, at) =>
      `Zöq${seed}${String(at)
        .padStart(3, '0')
        .replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '')}vurkütax`,
  )
}
