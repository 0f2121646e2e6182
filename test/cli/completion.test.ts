import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuild } from '../peers/build.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'skein-completion-'))
  // What the scripts ask for the chats.
  writeFileSync(join(dir, 'skein'), '#!/bin/sh\nprintf "web:house\\nweb:hedge\\ntalk:abc\\n"\n', { mode: 0o755 })
  for (const shell of shells) {
    const { stdout } = spawnSync(process.execPath, [createBuild().main, 'completion', shell], { encoding: 'utf8' })
    writeFileSync(join(dir, shell), stdout)
  }
})
afterAll(() => rmSync(dir, { recursive: true }))

/** What the shell itself offers behind a line. */
const drivers: Record<Shell, (line: string) => string> = {
  bash: (line) => `source ${dir}/bash; compopt() { :; }; COMP_LINE=${line}; COMP_POINT=\${#COMP_LINE}
    COMP_WORDBREAKS=' :'; _skein; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (line) => `compdef() { :; }; _files() { :; }; _describe() { print -l -- "\${(@)known%%:*}"; }
    compadd() { print -l -- $chats; }; source ${dir}/zsh; words=("\${(@s: :)\${:-${line}}}"); CURRENT=\${#words}; _skein`,
  fish: (line) => `source ${dir}/fish; complete -C ${line}`,
}

function offered(shell: Shell, line: string): string[] {
  const { stdout } = spawnSync(shell, ['-c', drivers[shell](`'${line}'`)], {
    encoding: 'utf8',
    env: { PATH: `${dir}:${process.env.PATH}`, HOME: dir },
  })
  const begun = line.slice(line.lastIndexOf(' ') + 1)
  const names = stdout.split('\n').map((row) => row.split('\t')[0] ?? '')
  return names.filter((name) => name !== '' && (shell === 'bash' || name.startsWith(begun)))
}

for (const shell of shells) {
  const isHere = spawnSync(shell, ['-c', 'true']).status === 0
  test.skipIf(!isHere)(`${shell} completes commands, what belongs to them, and chats`, () => {
    expect(offered(shell, 'skein se').toSorted()).toEqual(['search', 'send', 'setup'])
    expect(offered(shell, 'skein setup cl')).toEqual(['claude'])
    expect(offered(shell, 'skein setup claude --lo')).toEqual(['--login'])
    expect(offered(shell, 'skein tasks --js')).toEqual(['--json'])
    expect(offered(shell, 'skein --json tasks --op')).toEqual(['--open'])
    expect(offered(shell, 'skein completion z')).toEqual(['zsh'])
    expect(offered(shell, 'skein chat --chat ').toSorted()).toEqual(['talk:abc', 'web:hedge', 'web:house'])
  })
}

test('bash puts behind a colon only what is missing there', () => {
  expect(offered('bash', 'skein chat --chat web:h')).toEqual(['house', 'hedge'])
})
