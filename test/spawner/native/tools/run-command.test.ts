import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { textIn } from '../../../../src/messages/localized.ts'
import { allNames, createBench, limits } from './bench.ts'

const hasBwrap = spawnSync('bwrap', ['--version']).status === 0
const isRoot = process.getuid?.() === 0

describe.skipIf(!hasBwrap)('run_command', () => {
  test('runs in the workspace, tells both streams and the exit code, and has nothing on stdin', async () => {
    const { workspace, use, tools } = await createBench()
    await use('write_file', { path: 'in.txt', content: 'from a tool' })
    expect(await use('run_command', { command: 'cat in.txt; pwd; echo out > out.txt; cat; echo oops >&2' })).toEqual({
      text: `Exit code 0.\n\nstdout:\nfrom a tool${workspace}\n\nstderr:\noops`,
      failed: false,
    })
    expect(readFileSync(join(workspace, 'out.txt'), 'utf8')).toBe('out\n')
    expect((await use('read_file', { path: 'out.txt' })).text).toBe('out')
    expect(await use('run_command', { command: 'exit 3' })).toEqual({
      text: 'Exit code 3. There was no output.',
      failed: true,
    })
    const tool = tools.find(({ name }) => name === 'run_command')
    expect(tool?.action({ command: 'ls' }, { workspace })).toEqual({ kind: 'command', command: 'ls', network: false })
  })

  test('is nobody of the machine, without powers, sees no other folder and nothing of our environment', async () => {
    const { base, use } = await createBench()
    writeFileSync(join(base, 'secret'), 'hush')
    process.env.SKEIN_CANARY = 'tweet'
    onTestFinished(() => void delete process.env.SKEIN_CANARY)
    const command = `id -u; grep -e CapEff -e Seccomp: /proc/self/status; cat /proc/self/oom_score_adj; cat ${base}/secret ../secret; env; cat /proc/*/environ | tr '\\0' '\\n'; ls ${base} /home /root; echo x > /etc/x; ls /proc`
    const { text } = await use('run_command', { command })
    expect(text).toContain(`${isRoot ? 65_530 : process.getuid?.()}\n`)
    expect(text).toContain('CapEff:\t0000000000000000\nSeccomp:\t2\n1000\n')
    expect(text).not.toMatch(/hush|tweet/)
    expect(text).not.toContain(String(process.pid).padStart(6))
  })

  test('reaches no network, not even this machine', async () => {
    const { use } = await createBench()
    let connections = 0
    const server = createServer((_, response) => {
      connections++
      response.end('reached')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const command = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`
    expect(await use('run_command', { command })).toMatchObject({ failed: true })
    expect(connections).toBe(0)
    const open = await createBench({ command: { network: true, limits, seconds: 20 } })
    expect((await open.use('run_command', { command })).text).toContain('reached')
  })

  test('is ended with all it started when its time is up, and what it said until then is told', async () => {
    const { use } = await createBench({ command: { network: false, limits, seconds: 1 } })
    const mark = `${Date.now()}.25`
    const { text, failed } = await use('run_command', {
      command: `echo begun; (setsid sleep ${mark} &) ; env -i setsid sleep ${mark} & trap '' TERM; sleep ${mark}`,
    })
    expect({ text, failed }).toEqual({ text: 'It was ended after 1 seconds.\n\nstdout:\nbegun', failed: true })
    await expect.poll(() => processesWith(mark)).toEqual([])
  })

  test('is ended with all it started when it is called off', async () => {
    const { workspace, use } = await createBench()
    const mark = `${Date.now()}.5`
    const stop = new AbortController()
    const running = use('run_command', { command: `sleep ${mark} & touch begun; sleep ${mark}` }, stop.signal)
    await expect.poll(() => readdirSync(workspace)).toContain('begun')
    stop.abort()
    expect(await running).toEqual({ text: 'It was cancelled.', failed: true })
    await expect.poll(() => processesWith(mark)).toEqual([])
    expect(await use('run_command', { command: 'true' }, stop.signal)).toMatchObject({ failed: true })
  })

  test('what it leaves in the background ends with it, and holds nobody up', async () => {
    const { use } = await createBench()
    const mark = `${Date.now()}.75`
    expect((await use('run_command', { command: `(setsid sleep ${mark} &); echo done` })).text).toContain('done')
    await expect.poll(() => processesWith(mark)).toEqual([])
  })

  test('a fork bomb, greed for memory and for the processor meet their limits', async () => {
    const { use } = await createBench({
      command: { network: false, limits: { ...limits, cpuSeconds: 1 }, seconds: 60 },
    })
    const bomb = `perl -e 'for (1..300) { my $p = fork; last unless defined $p; unless ($p) { sleep 60; exit } $n++ } print "FORKS $n\\n"'`
    const [, forks] = /FORKS (\d+)/.exec((await use('run_command', { command: bomb })).text) ?? []
    expect(Number(forks)).toBeLessThan(limits.processes)
    const classic = await use('run_command', { command: 'f() { f | f & }; f; sleep 0.2; echo over' })
    expect(classic.text).toMatch(/over|fork/)
    const greedy = await use('run_command', { command: `perl -e '$x = "x" x (300 << 20); print "HAD\\n"'` })
    expect(greedy.text).not.toContain('HAD')
    expect((await use('run_command', { command: '(while :; do :; done); echo "ended $?"' })).text).toMatch(
      /ended 1\d\d/,
    )
    expect((await use('run_command', { command: 'echo well' })).text).toContain('well')
  })

  test('endless output is ended, and the beginning and the end of long output are told', async () => {
    const { use } = await createBench()
    const endless = await use('run_command', { command: 'yes' })
    expect(endless.text).toMatch(/^It was ended because it produced too much output/)
    expect(endless.text.length).toBeLessThan(70_000)
    const long = await use('run_command', {
      command: 'echo first; head -c 300000 /dev/zero | tr "\\0" "ü"; echo; echo last',
    })
    expect(long.text).toMatch(/first\n[\s\S]*\n\[\d+ bytes left out\]\n[\s\S]*last$/)
    expect(long.text.length).toBeLessThan(70_000)
  })

  test('eight at once keep to themselves', async () => {
    const { use } = await createBench()
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, at) => use('run_command', { command: `echo "I am ${at}"; sleep 0.1` })),
    )
    expect(all.map(({ text }) => text)).toEqual(all.map((_, at) => `Exit code 0.\n\nstdout:\nI am ${at}`))
  })
})

test('where there is no bwrap there are no commands, and the owner is told why, once', async () => {
  const troubles: string[] = []
  const { createOwnTools } = await import('../../../../src/spawner/native/tools/own-tools.ts')
  const box = createOwnTools({
    tools: allNames,
    command: { network: false, limits, seconds: 5 },
    fetch: async () => ({ status: 'failed', problem: { kind: 'cancelled' } }),
    reportProblem: (sentence) => troubles.push(textIn(sentence, 'en')),
    bwrap: 'no-such-bwrap',
  })
  for (let round = 0; round < 2; round++)
    expect((await box.list(new AbortController().signal)).map(({ name }) => name)).not.toContain('run_command')
  expect(troubles).toEqual([
    'Commands are switched off, because they cannot run in a sandbox here: bwrap is not installed; install bubblewrap.',
  ])
})

function processesWith(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(mark)
      } catch {
        return false
      }
    })
}
