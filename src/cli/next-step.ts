import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defaultPaths } from '../config/paths.ts'
import { connectDaemon, isRunning } from './daemon.ts'

const ALL_COMMANDS = 'skein --help lists all commands.'

/** What `skein` without a command says: what a person would do next. */
export async function describeNextStep(env: NodeJS.ProcessEnv): Promise<string> {
  const { data } = defaultPaths(env)
  if (await isRunning(connectDaemon(data)))
    return rows('Skein is running.', {
      'skein link': 'prints a link that opens the page',
      'skein chat': 'chats in this terminal',
      'skein status': 'shows what it is doing',
    })
  if (existsSync(join(data, 'skein.db')))
    return rows('Skein is not running.', {
      'skein start': 'starts it in this terminal',
      'sudo skein service install': 'starts it now and after every reboot',
      'skein doctor': 'checks the installation',
    })
  return rows('Skein is not set up for this user yet.', {
    'skein setup': 'connects a model and your channels, step by step',
    'skein start': 'starts it with its page, where you can do the same',
  })
}

function rows(sentence: string, steps: Record<string, string>): string {
  const width = Math.max(...Object.keys(steps).map((step) => step.length))
  const list = Object.entries(steps).map(([step, what]) => `  ${step.padEnd(width)}  ${what}`)
  return [sentence, '', ...list, '', ALL_COMMANDS].join('\n')
}
