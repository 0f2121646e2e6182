import { describe, expect, test } from 'vitest'
import { type ProcessCommand, type RunLimits, runChild, startChild } from '../../src/lib/child.ts'

const never = new AbortController().signal
const limits: RunLimits = { timeoutMs: 10_000, maxBytes: 10_000 }

function shell(script: string): ProcessCommand {
  return { file: 'sh', args: ['-c', script], env: { PATH: process.env.PATH ?? '' } }
}

describe('a child that is run to its end', () => {
  test('gives what it said and how it ended', async () => {
    const outcome = await runChild(shell('echo out; echo err >&2; exit 3'), limits, never)
    expect(outcome).toEqual({ status: 'exited', code: 3, stdout: 'out\n', stderr: 'err\n' })
    expect(await runChild(shell('kill -9 $$'), limits, never)).toMatchObject({ status: 'killed', signal: 'SIGKILL' })
  })

  test('has the environment it was given and no other', async () => {
    const command = { ...shell('env'), env: { PATH: process.env.PATH ?? '', ONLY: 'this' } }
    const names = (await runChild(command, limits, never)).stdout.split('\n').map((line) => line.split('=')[0])
    const shellsOwn = ['PWD', 'OLDPWD', 'SHLVL', '_', '']
    expect(new Set(names.filter((name) => !shellsOwn.includes(name ?? '')))).toEqual(new Set(['ONLY', 'PATH']))
  })

  test.each([
    ['ENOENT', { file: '/nowhere/program', args: [] }],
    ['EACCES', { file: '/etc/passwd', args: [] }],
    ['E2BIG', { file: 'echo', args: ['x'.repeat(200_000)] }],
    ['ERR_INVALID_ARG_VALUE', { file: 'echo', args: [], cwd: '/a\0b' }],
    ['unknown', { file: 'echo', args: ['a\0b'] }],
  ])('that cannot be started is a value with the code %s', async (code, command) => {
    const outcome = await runChild({ ...shell(''), ...command }, limits, never)
    expect(outcome).toEqual({ status: 'not_started', code, stdout: '', stderr: '' })
  })

  test('starts although the folder we stand in was removed', async () => {
    const script = `
import { mkdtempSync, rmdirSync } from 'node:fs'
import { runChild } from ${JSON.stringify(new URL('../../src/lib/child.ts', import.meta.url).href)}
process.chdir(mkdtempSync('/tmp/skein-gone-'))
rmdirSync(process.cwd())
const command = { file: 'echo', args: ['here'], env: { PATH: ${JSON.stringify(process.env.PATH)} } }
console.log(JSON.stringify(await runChild(command, ${JSON.stringify(limits)}, new AbortController().signal)))`
    const node = { file: process.execPath, args: ['--import', 'tsx', '--input-type=module', '-e', script] }
    const { stdout } = await runChild({ ...shell(''), ...node }, { ...limits, timeoutMs: 60_000 }, never)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'exited', code: 0, stdout: 'here\n' })
  })

  test('is cut at its timeout, even when a grandchild holds the output', async () => {
    const outcome = await runChild(shell('echo hi; sleep 300 & exit 0'), { ...limits, timeoutMs: 300 }, never)
    expect(outcome).toMatchObject({ status: 'timeout', stdout: 'hi\n' })
  })

  test('is cut when it says too much', async () => {
    expect(await runChild(shell('yes'), limits, never)).toMatchObject({ status: 'flood' })
    expect(await runChild(shell('yes >&2'), limits, never)).toMatchObject({ status: 'flood' })
  })

  test('is cut by the signal, and not even started after it', async () => {
    expect(await runChild(shell('sleep 300'), limits, AbortSignal.timeout(100))).toMatchObject({ status: 'aborted' })
    expect(await runChild(shell('sleep 300'), limits, AbortSignal.abort())).toMatchObject({ status: 'aborted' })
  })
})

test('a started child that dies without reading its input troubles nobody', async () => {
  const child = startChild(shell('exit 4'))
  child.stdin.end('x'.repeat(5_000_000))
  child.stdout.resume()
  expect(await child.exited).toEqual({ status: 'exited', code: 4 })
  expect(child.alive()).toBe(false)
  child.release()
  await child.closed
})

test('what is written after the end to a child that could not be started troubles nobody', async () => {
  const child = startChild({ ...shell(''), args: ['a\0b'] })
  child.stdin.end('first')
  child.stdin.write('late')
  expect(await child.exited).toEqual({ status: 'not_started', code: 'unknown' })
  await child.closed
})

test('a started child lives in a session of its own, out of reach of Ctrl-C', async () => {
  const child = startChild(shell('ps -o sid= -p $$; echo $$'))
  child.stdin.end()
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await child.closed
  const [session, pid] = said.trim().split(/\s+/)
  expect(session).toBe(pid)
})
