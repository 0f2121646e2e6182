// How the switch from one version to the other is a single, atomic act, although systemd and npm start different files:
// both entries are replaced by a stub that looks for one file and starts the version that it stands for. The stubs exist
// only during an update, so a version needs to know nothing about them.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { z } from 'zod'
import { type UpdatePlace, writeWhole } from './place.ts'

export const PROGRAM = 'dist/main.js'

const manifestSchema = z.object({ bin: z.object({ skein: z.string() }).optional() })

/** The files that others start: the program for systemd, and the script behind `npm start` and `npx`. */
export function entriesOf(folder: string): string[] {
  const { bin } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return [PROGRAM, ...(bin ? [bin.skein] : [])].filter((entry) => existsSync(join(folder, entry)))
}

/** From now on the file `switched` decides. Nothing changes yet. */
export function placeStubs(place: UpdatePlace, step: () => void): void {
  for (const entry of entriesOf(place.folder)) {
    const file = join(place.folder, entry)
    const original = join(place.folder, originalOf(entry))
    if (!existsSync(original)) {
      copyFileSync(file, `${original}.part`)
      renameSync(`${original}.part`, original)
    }
    step()
    writeWhole(file, stub(place, file, original), statSync(file).mode & 0o777)
    step()
  }
}

/** The entries as they were. Does nothing where there is no stub. */
export function removeStubs({ folder }: UpdatePlace, entries: string[], step: () => void): void {
  for (const entry of entries) {
    const original = join(folder, originalOf(entry))
    if (existsSync(original)) renameSync(original, join(folder, entry))
    removeParts(folder, entry)
    step()
  }
}

/** What a kill while a file was written left behind. */
function removeParts(folder: string, entry: string): void {
  for (const file of [entry, originalOf(entry)]) rmSync(join(folder, `${file}.part`), { force: true })
}

/** After the real entries of the new version took the place of the stubs. */
export function forgetOriginals({ folder }: UpdatePlace, entries: string[]): void {
  for (const entry of entries) {
    rmSync(join(folder, originalOf(entry)), { force: true })
    removeParts(folder, entry)
  }
}

/** The program of the old version, also behind a stub. */
export function originalProgram({ folder }: UpdatePlace): string {
  const original = join(folder, originalOf(PROGRAM))
  return existsSync(original) ? original : join(folder, PROGRAM)
}

/** Beside the entry, so that everything it refers to is found. */
function originalOf(entry: string): string {
  return entry.slice(0, -extname(entry).length) + '-before' + extname(entry)
}

function stub({ next, switched }: UpdatePlace, file: string, original: string): string {
  const path = (target: string) => {
    const from = relative(dirname(file), target)
    return JSON.stringify(from.startsWith('.') ? from : `./${from}`)
  }
  return `#!/usr/bin/env node
// Written by "skein update", which replaces it again when it is done. Run "skein update" if it was interrupted.
import { existsSync } from 'node:fs'
const isSwitched = existsSync(new URL(${path(switched)}, import.meta.url))
await import(isSwitched ? ${path(join(next, PROGRAM))} : ${path(original)})
`
}
