import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { entriesOf, originalProgram, placeStubs, removeStubs } from '../../../src/app/update/entries.ts'
import { installationOf, placeOf, type UpdatePlace, writeWhole } from '../../../src/app/update/place.ts'

let place: UpdatePlace
beforeEach(() => {
  place = placeOf(mkdtempSync(join(tmpdir(), 'skein-entries-')))
  for (const [root, version] of [
    [place.folder, 'old'],
    [place.next, 'new'],
  ] as const) {
    write(join(root, 'package.json'), '{ "type": "module", "bin": { "skein": "scripts/skein.mjs" } }')
    for (const entry of ['dist/main.js', 'scripts/skein.mjs'])
      write(join(root, entry), `console.log('${version}', ...process.argv.slice(2))\n`)
  }
  chmodSync(join(place.folder, 'scripts/skein.mjs'), 0o755)
})
afterEach(() => rmSync(place.folder, { recursive: true }))

const nothing = () => {}
const say = () =>
  entriesOf(place.folder).map((entry) =>
    spawnSync(process.execPath, [join(place.folder, entry), 'x'], { encoding: 'utf8' }).stdout.trim(),
  )

test('behind the stubs one file decides for both entries, and everything is as before without them', () => {
  const before = readFileSync(join(place.folder, 'dist/main.js'), 'utf8')
  placeStubs(place, nothing)
  expect(say()).toEqual(['old x', 'old x'])
  writeWhole(place.switched, '')
  expect(say()).toEqual(['new x', 'new x'])
  // Again, as after a kill: the stubs are not taken for the originals.
  placeStubs(place, nothing)
  expect(readFileSync(originalProgram(place), 'utf8')).toBe(before)

  write(join(place.folder, 'dist/main-before.js.part'), 'half of it')
  rmSync(place.switched)
  removeStubs(place, entriesOf(place.folder), nothing)
  expect(say()).toEqual(['old x', 'old x'])
  expect([...readdirSync(join(place.folder, 'dist')), ...readdirSync(join(place.folder, 'scripts'))]).toEqual([
    'main.js',
    'skein.mjs',
  ])
  expect(statSync(join(place.folder, 'scripts/skein.mjs')).mode & 0o777).toBe(0o755)
})

test('a program that runs from the update folder belongs to the installation around it', () => {
  expect(installationOf(place.next)).toBe(place.folder)
  expect(installationOf(place.folder)).toBe(place.folder)
})

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
