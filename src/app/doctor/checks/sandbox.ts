import { findContainment } from '../../../lib/process-tree.ts'
import { claudeOptions } from '../../../spawner/claude/options.ts'
import { findSandbox, sandboxOptions } from '../../../spawner/claude/sandbox.ts'
import { check, modelCheck, note, ok } from '../check.ts'
import { sandboxMessages as texts } from '../words/sandbox-messages.ts'

const bubblewrap = check('sandbox.bwrap', texts.bubblewrap, async ({ env, runsModels }, signal) => {
  if (!runsModels) return undefined
  const containment = await findContainment(env.PATH ?? '', signal)
  return containment === 'bwrap' ? ok(texts.bubblewrap.works) : note(texts.bubblewrap.missing, texts.bubblewrap.install)
})

/** Runs the CLI and a command in trial folders, because nothing else shows whether nested sandboxes work here. */
const cliTools = modelCheck('sandbox.cli-tools', texts.cliTools, async (config, { dataDir, env }, signal) => {
  const { command, tools } = config.brain.claude
  if (tools.length === 0) return ok(texts.cliTools.off)
  const options = sandboxOptions(claudeOptions(config, dataDir, env))
  const found = await findSandbox(command, options, signal)
  if ('missing' in found) return note(texts.cliTools.noSandbox(found.missing), texts.cliTools.install)
  const { limits, network } = options
  return ok(texts.cliTools.sandboxed({ tools, uid: found.sandbox.account?.uid, ...limits, network }))
})

export const sandboxChecks = [bubblewrap, cliTools]
