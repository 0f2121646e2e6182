import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words that may stand in some places only. */
export interface TextRule {
  name: string
  words: RegExp[]
  /** Paths below `src` where they may. */
  allowed: RegExp[]
}

export interface SourceFile {
  /** Below the folder that was read. */
  path: string
  text: string
}

export function sourceFiles(folder: string): SourceFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

/** Each line that breaks the rule, as `path:number: text`. What comments say and where imports come from does not count. */
export function wordsOutOfPlace(files: SourceFile[], { words, allowed }: TextRule): string[] {
  const judged = files.filter(({ path }) => !allowed.some((place) => place.test(path)))
  return judged.flatMap(({ path, text }) =>
    withoutComments(text)
      .split('\n')
      .flatMap((line, at) => {
        const isBroken = !/^\s*(import|export)\b.*\bfrom\b/.test(line) && words.some((word) => word.test(line))
        return isBroken ? [`${path}:${at + 1}: ${line.trim()}`] : []
      }),
  )
}

/** Lines stay where they are. A // inside a text stays too: an address is no comment. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[\s;{}])\/\/.*$/gm, '$1')
}
