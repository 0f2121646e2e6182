import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { secretsOf } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { ConfigError, UsageError } from '../domain/errors.ts'
import { createLog } from '../lib/log.ts'
import { createScrubber } from '../lib/text/secrets.ts'
import { createSteadyClock, systemClock } from '../lib/time/clock.ts'
import { runnerMessages } from '../messages/runner-messages.ts'
import { describeRunner } from '../tasks/reports/runner-report.ts'
import { calls } from '../web/control/calls.ts'
import { connectDaemon } from './daemon.ts'
import { globalOptions, toJson, version } from './global-options.ts'

/** Longer than a runner waits for its turns. */
const STOP_TIMEOUT_MS = 40_000

export function addRunner(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('runner')
    .description('run the models for a Skein elsewhere, connected through Redis ([runners] url)')
    .option('--join <code>', 'let this runner join with a code that "skein pair --runner NAME" has printed')
    .option('--drain', 'tell the running runner to take no more turns, and wait until its turns are finished')
    .addHelpText('after', '\nExamples:\n  skein runner --join ABCD-EFGH-...\n  skein runner\n  skein runner --drain')
    .action(async ({ join, drain }: { join?: string; drain?: boolean }, command: Command) => {
      const { configFile, dataDir, json } = globalOptions(command, env)
      const config = readConfig({ configFile, dataDir }, env)
      const scrubber = createScrubber()
      for (const secret of secretsOf(config)) scrubber.add(secret)
      const { scrub } = scrubber
      const log = createLog({ ...config.log, destination: process.stderr, scrub })
      const stop = new AbortController()
      for (const name of ['SIGINT', 'SIGTERM'] as const) {
        process.on(name, () => {
          // A second Ctrl-C exits at once.
          if (stop.signal.aborted) process.exit(130)
          stop.abort()
          setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
        })
      }
      // Loaded here because the other commands do not need it.
      const { DRAIN_SIGNAL, drainRunner, joinAsRunner, runRunner } = await import('../app/runner/runner.ts')
      if (drain) {
        await drainRunner(dataDir, stop.signal)
        return console.log(json ? toJson({}) : 'The runner has finished its turns and has ended.')
      }
      if (join !== undefined) {
        const name = await joinAsRunner({ config, dataDir, log }, join, stop.signal)
        return console.log(json ? toJson({ name }) : `This is now the runner "${name}". Start it with "skein runner".`)
      }
      const drained = new AbortController()
      process.on(DRAIN_SIGNAL, () => drained.abort())
      const clock = createSteadyClock(systemClock)
      const ready = (name: string) =>
        console.log(json ? toJson({ name, pid: process.pid }) : `The runner "${name}" is ready.`)
      await runRunner({ config, dataDir, version: version(), clock, log, scrub, env }, ready, {
        stop: stop.signal,
        drain: drained.signal,
      })
    })
}

export function addRunners(program: Command, env: NodeJS.ProcessEnv): void {
  const runners = program
    .command('runners')
    .description('list the runners: where they are, what they run, and when they were last seen')
    .addHelpText('after', '\nExamples:\n  skein runners\n  skein runners remove attic')
    .action(async (_options, command: Command) => {
      const { dataDir, json } = globalOptions(command, env)
      const list = await connectDaemon(dataDir).ask(calls.runners, {})
      if (json) return console.log(toJson(list))
      console.log(
        list.length === 0
          ? 'No runner has joined yet.'
          : list.map((runner) => `${runner.name}: ${describeRunner(runner).en}`).join('\n'),
      )
    })
  runners
    .command('remove <name>')
    .description('revoke the key of a runner at once')
    .addHelpText('after', '\nExample:\n  skein runners remove attic')
    .action(async (name: string, _options, command: Command) => {
      const { dataDir, json } = globalOptions(command, env)
      await connectDaemon(dataDir).ask(calls.removeRunner, { name })
      console.log(json ? toJson({ name }) : `Removed the runner "${name}".`)
    })
  runners
    .command('acl')
    .description('print the line for the configuration of Redis that creates its user with the rights it needs')
    .option('--password-file <file>', 'the file with the password, if the configuration does not name it')
    .addHelpText('after', '\nExample:\n  skein runners acl >> /etc/redis/users.acl')
    .action(async ({ passwordFile }: { passwordFile?: string }, command: Command) => {
      const { configFile, dataDir, json } = globalOptions(command, env)
      const { runners: settings } = readConfig({ configFile, dataDir }, env)
      const password = passwordFile === undefined ? settings.password : readPassword(passwordFile)
      if (!password) throw new ConfigError(runnerMessages.noPassword)
      const { redisAcl } = await import('../spawner/remote/redis-acl.ts')
      const line = redisAcl(settings.username, password)
      console.log(json ? toJson({ line }) : line)
    })
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new UsageError(runnerMessages.noPasswordFile(file), { cause })
  }
}
