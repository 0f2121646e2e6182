import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nativeToolRights } from '../../../src/spawner/native/tools/own-tools.ts'
import type { ToolAction } from '../../../src/spawner/spawner.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

function aWorkspace(): string {
  const workspace = mkdtempSync(join(tmpdir(), 'skein-workspace-'))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  mkdirSync(join(workspace, '.kept'))
  for (const name of ['.kept/untrusted-1-page.txt', '.kept/owner-2-notes.txt', 'plain.txt'])
    writeFileSync(join(workspace, name), 'text')
  symlinkSync('.kept/untrusted-1-page.txt', join(workspace, 'link.txt'))
  return workspace
}

// A file may be written without a question as long as nothing of others was read.
test.each<[string, Partial<ToolAction>, 'allow' | 'ask']>([
  ['.kept/untrusted-1-page.txt', {}, 'ask'],
  ['link.txt', {}, 'ask'],
  ['.', {}, 'ask'],
  ['.kept', {}, 'ask'],
  ['.', { namesOnly: true }, 'allow'],
  ['.kept/owner-2-notes.txt', {}, 'allow'],
  ['plain.txt', {}, 'allow'],
])('after a look at %s %o to write a file is %s, whichever brain looked', async (path, more, verdict) => {
  const workspace = aWorkspace()
  const own = nativeToolRights({
    tools: ['read_file', 'write_file'],
    allow: { owner: ['write_file'], member: [] },
    servers: [],
  })
  const verdicts: string[] = []
  const brain = createScriptedBrain(async function* (turn) {
    const bench = { ...turn, workspace }
    const read = { kind: 'read' as const, path: join(workspace, path), ...more } as ToolAction
    const write = { kind: 'write' as const, path: join(workspace, 'a.txt'), content: 'x' }
    for (const [name, action] of [
      ['read_file', read],
      ['write_file', write],
    ] as const)
      verdicts.push(world.permissions.judge(bench, { name, input: {}, action }).verdict)
    yield { kind: 'done', text: 'done' }
  })
  const world = createRoadWorld({ brain: { ...brain, own } })
  world.say('look')
  await world.settle()
  expect(verdicts).toEqual(['allow', verdict])
})
