import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { giveFolderTo } from '../../../src/lib/folders.ts'
import {
  createSandbox,
  findSandbox,
  type Sandbox,
  type SandboxFolders,
  sandboxOptions,
} from '../../../src/spawner/claude/sandbox.ts'
import { writeShell } from '../../../src/spawner/claude/turn-folder.ts'
import { hasBwrap } from './real-cli.ts'

const isRoot = process.getuid?.() === 0
const never = new AbortController().signal
const limits = { memoryMb: 256, processes: 40, cpuSeconds: 2 }
/** Any program that answers to --version stands in for the CLI. */
const options = { ...sandboxOptions({ commandLimits: limits, env: process.env }) }
const somebody = 65_533
/** Root, who steps down, and somebody who has no powers to begin with. */
const daemons = [['the user who runs this', process.getuid?.() ?? -1] as const, ['somebody', somebody] as const]

describe.skipIf(!hasBwrap).each(isRoot ? daemons : daemons.slice(0, 1))('what a command can do under %s', (_, uid) => {
  let base: string
  let place: SandboxFolders
  let sandbox: Sandbox
  let shell: string

  beforeEach(async () => {
    base = mkdtempSync(join(tmpdir(), 'skein-box-'))
    const [configDir, turnDir, workspace] = [join(base, 'config'), join(base, 'turn'), join(base, 'workspace')]
    for (const folder of [configDir, turnDir, workspace]) mkdirSync(folder, { mode: 0o700 })
    place = { configDir, turnDir, tmpDir: join(turnDir, 'tmp'), workspace, mark: 'box' }
    const found = await findSandbox('true', options, never)
    if (!('sandbox' in found)) throw new Error(found.missing.en)
    // For somebody else the same, without the step that only root takes.
    sandbox = uid === process.getuid?.() ? found.sandbox : createSandbox('/usr/bin/true', { ...options, uid })
    shell = await writeShell(turnDir, sandbox.shellFor(place))
    for (const folder of [configDir, turnDir, workspace]) {
      giveFolderTo(folder, sandbox.account ?? (isRoot ? { uid, gid: uid } : undefined))
    }
    if (uid === somebody) chownSync(base, uid, uid)
  })
  afterEach(() => rmSync(base, { recursive: true, force: true }))

  const outside = (...words: string[]) => {
    const who = isRoot ? { uid, gid: uid } : {}
    const args = [...sandbox.argsFor(place), '--', ...words]
    const { stdout, stderr } = spawnSync('bwrap', args, { ...who, encoding: 'utf8', timeout: 100_000, cwd: '/' })
    return stdout + stderr
  }
  const inside = (command: string) => outside(shell, command)

  test('it is nobody of the machine, has no powers, and goes first when memory runs out', () => {
    const said = inside('id -u; grep CapEff /proc/self/status; cat /proc/self/oom_score_adj')
    expect(said).toBe(`${sandbox.account?.uid ?? uid}\nCapEff:\t0000000000000000\n1000\n`)
  })

  test.each(['/proc/sys/vm/swappiness', '/proc/sys/kernel/hostname', '/proc/sys/kernel/core_pattern'])(
    'it cannot write %s, and neither can the CLI around it',
    (setting) => {
      // What it holds already, so that a machine on which this fails is none the worse.
      const attempt = `v=$(cat ${setting}); echo "$v" > ${setting} && echo WROTE; echo tried`
      for (const said of [inside(attempt), outside('bash', '-c', attempt)]) {
        expect(said).toContain('tried')
        expect(said).not.toContain('WROTE')
      }
    },
  )

  test('it can open nothing under /proc to write, and makes no other /proc of its own', () => {
    const writable = 'find /proc -maxdepth 2 -not -path "/proc/[0-9]*" -type f -writable 2>/dev/null | head -5'
    const number = process.arch === 'x64' ? 165 : 40
    const [remount, fresh] = [32 | 4096, 0]
    const mount = (flags: number, at: string) =>
      `unshare -Umpf perl -e 'my ($p, $at, $t) = ("proc", "${at}", "proc"); print "MOUNTED\n" if syscall(${number}, $p, $at, $t, ${flags}, 0) == 0'`
    const said = inside(
      `${writable}; ${mount(remount, '/proc')}; ${mount(fresh, '/tmp')}; echo x > /proc/self/comm && echo WROTE; ls /sys; echo tried`,
    )
    expect(said).toContain('tried')
    for (const sign of ['MOUNTED', 'WROTE', '/proc/sys', '/proc/irq']) expect(said).not.toContain(sign)
  })

  test('it opens no socket that leads to the host, and usual ones as ever', () => {
    const open = (family: number) => `perl -e 'print socket(my $s, ${family}, 1, 0) ? "OPEN\\n" : "$!\\n"'`
    const said = inside([1, 2, 40, 38].map(open).join('; '))
    const refused = 'Address family not supported by protocol\n'
    expect(said).toBe(`OPEN\nOPEN\n${refused}${refused}`)
    expect(inside('grep ^Seccomp: /proc/self/status')).toBe('Seccomp:\t2\n')
  })

  test('it has no more processes than it may, and others are not held back', () => {
    const bomb = `perl -e 'for (1..300) { my $p = fork; last unless defined $p; unless ($p) { sleep 60; exit } $n++ } print "FORKS $n\\n"'`
    const [, forks] = /FORKS (\d+)/.exec(inside(bomb)) ?? []
    expect(Number(forks)).toBeGreaterThan(limits.processes / 2)
    expect(Number(forks)).toBeLessThan(limits.processes)
    expect(inside('echo well')).toBe('well\n')
  })

  test('it has no more memory than it may: its own, in /tmp, or shared', () => {
    expect(inside(`perl -e '$x = "x" x (100 << 20); print "HAD\\n"'`)).toBe('HAD\n')
    expect(inside(`perl -e '$x = "x" x (300 << 20); print "HAD\\n"'`)).not.toContain('HAD')
    for (const folder of ['/tmp', '/dev/shm'])
      expect(inside(`head -c 300M /dev/zero > ${folder}/big && echo HAD; rm ${folder}/big`)).not.toContain('HAD')
  })

  test('it has no more of the processor than it may', () => {
    expect(inside('(while :; do :; done); echo "ended $?"')).toMatch(/ended 1(37|52)/)
  })
})

describe.skipIf(!isRoot)('what is handed over to another user (needs root)', () => {
  test('is everything in a folder of ours, and of a folder of theirs no more than lies directly in it', () => {
    const base = mkdtempSync(join(tmpdir(), 'skein-hand-'))
    const account = { uid: somebody, gid: somebody }
    const owner = (path: string) => statSync(join(base, path)).uid
    mkdirSync(join(base, 'folder/deep'), { recursive: true })
    writeFileSync(join(base, 'folder/deep/file'), '')
    writeFileSync(join(base, 'outside'), '')
    giveFolderTo(join(base, 'folder'), account)
    expect([owner('folder'), owner('folder/deep'), owner('folder/deep/file')]).toEqual([somebody, somebody, somebody])

    writeFileSync(join(base, 'folder/new'), '')
    writeFileSync(join(base, 'folder/deep/new'), '')
    spawnSync('ln', ['-s', join(base, 'outside'), join(base, 'folder/link')])
    giveFolderTo(join(base, 'folder'), account)
    expect([owner('folder/new'), owner('folder/deep/new'), owner('outside')]).toEqual([somebody, 0, 0])
    rmSync(base, { recursive: true })
  })

  test('is never the folder that a person named for the CLI: then there are no tools', async () => {
    const found = await findSandbox('true', { ...options, namedConfigDir: '/root/.claude' }, never)
    expect(found).toEqual({
      missing: { en: expect.stringContaining('Skein runs as root, but its tools must not'), de: expect.anything() },
    })
  })
})

test('the unit bounds the memory of all of it together', () => {
  expect(readFileSync(new URL('../../../systemd/skein.service', import.meta.url), 'utf8')).toMatch(/^MemoryMax=\d+%$/m)
})
