// Stands in for the claude CLI where a test needs a process that misbehaves in one exact way.
// Called as: node fake-claude.mjs <behaviour> [the CLI's own arguments]
import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const init = { type: 'system', subtype: 'init' }
const start = { type: 'stream_event', event: { type: 'message_start', message: { id: 'm1' } } }
const delta = (text) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', delta: { type: 'text_delta', text } },
})
const result = (text) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: text,
  total_cost_usd: 0.25,
  usage: { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 },
  modelUsage: { 'claude-test': { costUSD: 0.25, contextWindow: 200_000 } },
})
// Serves turn after turn, and goes by itself when there are no more. Its total grows by 0.25 with each.
const converse = async (turn = async (number, text) => answer(number, `${number}: ${text}`)) => {
  appendFileSync('starts', `${JSON.stringify({ pid: process.pid, args: process.argv.slice(3) })}\n`)
  let number = 0
  for await (const line of createInterface({ input: process.stdin })) {
    const { type, message, request_id } = JSON.parse(line)
    if (type === 'control_request') {
      say({ type: 'control_response', response: { subtype: 'success', request_id } })
      continue
    }
    number += 1
    await turn(number, message.content)
  }
}
const answer = (number, text) => {
  for (const line of [init, start, delta(text), { ...result(text), total_cost_usd: 0.25 * number }]) say(line)
}
const resumed = process.argv.includes('--resume')
const flag = (name) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length]

// One request for each turn, with the prompt and that turn alone: enough for a test that looks at what the model is shown.
const askService = async () => {
  const file = flag('--append-system-prompt-file')
  const system = file ? readFileSync(file, 'utf8') : flag('--system-prompt')
  await converse(async (number, content) => {
    const body = JSON.stringify({ model: 'claude-test', system, messages: [{ role: 'user', content }] })
    const response = await fetch(`${process.env.ANTHROPIC_BASE_URL}/v1/messages`, { method: 'POST', body })
    answer(number, (await response.json()).content[0].text)
  })
}

const hang = () => setInterval(() => {}, 60_000)
const bye = (text) => {
  for (const line of [init, start, delta(text), result(text)]) say(line)
}

// A grandchild in a session of its own, its parent gone: what a process group kill never reaches.
const escape = (env = process.env) => {
  const sleeper = ['-e', 'setInterval(() => {}, 60_000)', process.cwd()]
  const middle = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(sleeper)}, { detached: true, stdio: 'inherit' }).unref(); process.exit(0)`
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', middle], { detached: true, stdio: 'inherit', env }).on('exit', resolve)
  })
}

const flood = (chunk, stream) => {
  const more = () => {
    while (stream.write(chunk));
    stream.once('drain', more)
  }
  more()
}

const behaviours = {
  answers: () => bye('hello'),
  'says nothing': hang,
  'stops mid text': () => {
    for (const line of [init, start, delta('half an ')]) say(line)
    hang()
  },
  'retries for ever': () => {
    for (const line of [init, start, delta('half')]) say(line)
    setInterval(() => {
      say({ type: 'system', subtype: 'api_retry', error_status: 529, retry_delay_ms: 50 })
      say({ type: 'system', subtype: 'status', status: 'requesting' })
      say(delta(' \n'))
    }, 20)
  },
  'keeps talking': () => {
    say(init)
    say(start)
    setInterval(() => say(delta('word ')), 20)
  },
  'floods one line': () => flood('x'.repeat(65_536), process.stdout),
  'floods lines': () => {
    say(init)
    flood(`${JSON.stringify(delta('x'.repeat(300)))}\n`.repeat(200), process.stdout)
  },
  'floods events': () => {
    say(init)
    const thinking = { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'hm' } }
    flood(
      `${JSON.stringify({ type: 'stream_event', event: thinking, uuid: 'u'.repeat(150) })}\n`.repeat(200),
      process.stdout,
    )
  },
  'floods stderr': () => flood('e'.repeat(65_536), process.stderr),
  'dies by signal': () => {
    say(init)
    process.kill(process.pid, 'SIGKILL')
  },
  'prints garbage': () => {
    process.stdout.write(Buffer.from([0, 255, 254, 10, 123, 10, 91, 10]))
    process.stderr.write(`${'x'.repeat(560)} the key is sk-test-secret\n`)
    process.exitCode = 3
  },
  'ends without a result': () => say(init),
  'gives two results': () => {
    bye('first')
    say(result('second'))
  },
  'hangs after the result': () => {
    bye('hello')
    hang()
  },
  'ignores TERM': () => {
    process.on('SIGTERM', () => {})
    for (const line of [init, start, delta('no')]) say(line)
    hang()
  },
  'leaves a grandchild and hangs': async () => {
    await escape()
    say(init)
    hang()
  },
  'leaves a grandchild holding stdout': async () => {
    await escape()
    bye('hello')
  },
  'leaves a grandchild and no result': async () => {
    await escape()
    say(init)
  },
  'leaves a grandchild that hides': async () => {
    await escape({})
    say(init)
    hang()
  },
  'shows its environment': () => bye(JSON.stringify(process.env)),
  'shows its arguments': () => bye(JSON.stringify(process.argv.slice(3))),
  'quotes stdin': async () => {
    for await (const line of createInterface({ input: process.stdin }))
      if (JSON.parse(line).type === 'user') return bye(line)
  },
  'converses and stays when nobody is left': async () => {
    await converse()
    hang()
  },
  converses: () => converse(),
  // As the model of `npm run soak` does: a summary where one is asked for, otherwise the key of the last message.
  'answers keys': () =>
    converse(async (number, text) => {
      const key = text.match(/\bk\d{6,}k\b/g)?.at(-1)
      answer(
        number,
        text.includes('Write these five headings') ? process.env.SUMMARY : `That is how it is. (answer-${key})`,
      )
    }),
  'asks its service': askService,
  'goes at the second turn': () =>
    converse(async (number, text) => {
      if (number === 2) process.exit(1)
      answer(number, text)
    }),
  'sleeps at the second turn': () =>
    converse(async (number, text) => {
      if (number === 1) answer(number, text)
    }),
  'takes up the second turn and goes': () =>
    converse(async (number, text) => {
      if (number === 1) return answer(number, text)
      say(init)
      process.exit(1)
    }),
  'fails the second turn': () =>
    converse(async (number, text) => {
      if (number === 1) return answer(number, text)
      say(init)
      say({ ...result('Overloaded'), is_error: true, api_error_status: 529 })
    }),
  'speaks half of the second answer and goes': () =>
    converse(async (number, text) => {
      if (number === 1) return answer(number, text)
      for (const line of [init, start, delta('half')]) process.stdout.write(`${JSON.stringify(line)}\n`)
      setTimeout(() => process.exit(1), 100)
    }),
  'cannot resume': async () => {
    if (resumed) process.exit(1)
    await converse()
  },
  'answers the first turn twice': () =>
    converse(async (number, text) => {
      if (number === 2) for (const line of [delta('late'), result('late')]) say(line)
      answer(number, text)
    }),
  'floods between turns': () =>
    converse(async (number, text) => {
      answer(number, text)
      flood('x'.repeat(65_536), process.stdout)
    }),
  'stalls when told to': () =>
    converse(async (number, text) => {
      if (text !== 'stall') return answer(number, text)
      for (const line of [init, start, delta('half')]) say(line)
    }),
  'is too old for prompts by file': () => {
    const byFile = process.argv.includes('--append-system-prompt-file')
    if (byFile) process.stderr.write("error: unknown option '--append-system-prompt-file'\n")
    if (byFile) process.exit(1)
    bye(JSON.stringify(process.argv.slice(3)))
  },
  'says its pid': () => {
    writeFileSync('pid', String(process.pid))
    say(init)
    hang()
  },
}

const version = process.argv[2].startsWith('is too old') ? '1.0.40' : '2.1.325'
if (process.argv[3] === '--version') console.log(`${version} (Claude Code)`)
else await behaviours[process.argv[2]]()
