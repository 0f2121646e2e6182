import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatId } from '../../src/domain/ids.ts'
import { openDatabase } from '../../src/store/database.ts'
import { ensureChat } from '../../src/store/messages/chats.ts'
import { createBuild } from '../peers/build.ts'
import { placeStore } from '../support/template-store.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'skein-completion-'))
  const { main } = createBuild()
  writeFileSync(join(dir, 'skein'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`, { mode: 0o755 })
  const db = openDatabase(placeStore(dir))
  for (const [at, id] of ['talk:abc', 'web:hedge', 'web:house'].entries())
    ensureChat(db, { id: id as ChatId, title: '', audience: 'private' }, new Date(at))
  db.close()
  for (const shell of shells) {
    const { stdout } = spawnSync(process.execPath, [main, 'completion', shell], { encoding: 'utf8' })
    writeFileSync(join(dir, shell), stdout)
  }
})
afterAll(() => rmSync(dir, { recursive: true }))

/** What the shell itself offers behind a line. */
const drivers: Record<Shell, (line: string) => string> = {
  bash: (line) => `source ${dir}/bash; compopt() { :; }; COMP_LINE=${line}; COMP_POINT=\${#COMP_LINE}
    COMP_WORDBREAKS=' :'; _skein; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (line) =>
    `compdef() { :; }; _files() { :; }; compadd() { print -l -- $names; }; source ${dir}/zsh; words=("\${(@s: :)\${:-${line}}}"); CURRENT=\${#words}; _skein`,
  fish: (line) => `source ${dir}/fish; complete -C ${line}`,
}

function offered(shell: Shell, line: string): string[] {
  const { stdout } = spawnSync(shell, ['-c', drivers[shell](`'${line}'`)], {
    encoding: 'utf8',
    env: { PATH: `${dir}:${process.env.PATH}`, HOME: dir, SKEIN_DATA: dir },
  })
  const begun = line.slice(line.lastIndexOf(' ') + 1)
  const names = stdout.split('\n').map((row) => row.split('\t')[0] ?? '')
  return names.filter((name) => name !== '' && (shell === 'bash' || name.startsWith(begun)))
}

for (const shell of shells) {
  const isHere = spawnSync(shell, ['-c', 'true']).status === 0
  test.skipIf(!isHere)(`${shell} completes commands, what belongs to them, and chats`, () => {
    expect(offered(shell, 'skein se').toSorted()).toEqual(['search', 'secret', 'send', 'service', 'setup'])
    expect(offered(shell, 'skein setup cl')).toEqual(['claude'])
    expect(offered(shell, 'skein setup claude --lo')).toEqual(['--login'])
    expect(offered(shell, 'skein tasks --js')).toEqual(['--json'])
    expect(offered(shell, 'skein --json tasks --op')).toEqual(['--open'])
    expect(offered(shell, 'skein completion z')).toEqual(['zsh'])
    expect(offered(shell, 'skein start --da')).toEqual(['--data'])
    expect(offered(shell, 'skein __c')).toEqual([])
    expect(offered(shell, 'skein chat --chat ').toSorted()).toEqual(['talk:abc', 'web:hedge', 'web:house'])
  })
}

test('bash completes only the part after a colon', () => {
  expect(offered('bash', 'skein chat --chat web:h')).toEqual(['house', 'hedge'])
})
