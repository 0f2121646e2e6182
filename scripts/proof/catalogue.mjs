/**
 * What `npm run proof` runs, in this order: test files at full size. docs/promises.md names the rows of each promise.
 * `parts`: when one run would take longer than an hour, the same again with other random numbers, or the next share of what
 * is there to try (SKEIN_PART).
 */
export const catalogue = [
  row('kill-page', 'kill -9 under load on the page', 'test/faults/kill.test.ts'),
  row('kill-telegram', 'kill -9 under load on Telegram', 'test/faults/telegram-kill.test.ts', { parts: 2 }),
  row('kill-talk', 'kill -9 under load in Talk', 'test/faults/talk-kill.test.ts', { parts: 4 }),
  row('kill-email', 'kill -9 under load with a real mailbox', 'test/faults/email-kill.test.ts', { parts: 4 }),
  row('kill-schedule', 'kill -9 while jobs are due', 'test/faults/schedule-kill.test.ts'),
  row('kill-native', 'kill -9 at each step of a turn with tools', [
    'test/faults/native-kill.test.ts',
    'test/faults/permission-crash.test.ts',
  ]),
  row('kill-runners', 'kills of runners, daemon and Redis, cut networks, forged messages', [
    'test/faults/runner-kill.test.ts',
    'test/spawner/remote',
  ]),
  row('kill-update', 'kill -9 at each step of an update', 'test/faults/update-kill.test.ts'),
  row('crash-points', 'a crash at each named point of the code', 'test/faults/crash-points.test.ts'),
  row('system-calls', 'the Nth write, fsync and rename fails or kills', 'test/faults/system-calls.test.ts'),
  row('power-cuts', 'the power is cut between two writes', 'test/store/file/power-cut.test.ts'),
  row('clock', 'the clock is set forwards and backwards', [
    'test/faults/clock-jumps.test.ts',
    'test/scheduler/runs/clock-jumps.test.ts',
  ]),
  row('disk', 'a full disk and room again, no descriptors, no rights', [
    'test/faults/disk-full.test.ts',
    'test/faults/descriptors.test.ts',
    'test/faults/refused-start.test.ts',
    'test/store/file/file-owners.test.ts',
  ]),
  row('housekeeping', 'stuck parts, crashes in a row, old records, files of others', [
    'test/tasks/health',
    'test/tasks/files',
    'test/store/files',
    'test/lib/service-notify.test.ts',
    'test/lib/text/safe-name.test.ts',
  ]),
  row('damage', 'stores and archives with changed bytes', [
    'test/faults/damaged-store.test.ts',
    'test/app/backup/damaged-archives.test.ts',
    'test/store/open-store.test.ts',
  ]),
  row('migrations', 'kill -9 at each statement of a migration from each older store', 'test/faults/migrations.test.ts'),
  row('backup', 'backups under load, restored daemons', [
    'test/flows/backup',
    'test/app/backup',
    'test/tasks/queue/restored-start.test.ts',
  ]),
  row('stop-and-burst', 'stops under load, and ten thousand messages at once', [
    'test/faults/shutdown.test.ts',
    'test/faults/burst.test.ts',
  ]),
  row('poison', 'messages that crash the daemon', ['test/faults/poison.test.ts', 'test/faults/crash-loop.test.ts']),
  row('queue', 'order, fairness, ends and delivery of tasks', [
    'test/tasks/queue',
    'test/tasks/intake',
    'test/tasks/run',
    'test/tasks/deliver',
  ]),
  row('people', 'who is let in, by which code, and who is not any more', 'test/tasks/people'),
  row('forged-mail', 'forged, looping and hostile mail', ['test/channels/email', 'test/flows/email']),
  row('telegram', 'hostile updates and texts on Telegram', ['test/channels/telegram', 'test/flows/telegram']),
  row('talk', 'hostile calls, cut sends and texts in Talk', ['test/channels/talk', 'test/flows/talk']),
  row('feeds', 'hostile feeds, calendars and times of jobs', 'test/scheduler'),
  row('fetching', 'addresses that lead into the own network', 'test/lib/http'),
  row('page', 'hostile requests, slow clients, foreign sites and members', [
    'test/faults/pipelining.test.ts',
    'test/web/server',
    'test/web/routes',
    'test/web/control',
    'test/web/bounds.test.ts',
    'test/web/mcp-endpoint.test.ts',
    'test/web/push',
    'test/channels/web',
  ]),
  row('streams', 'hostile streams and results of models and tools', [
    'test/spawner/native/providers',
    'test/spawner/claude/output',
    'test/tools/mcp-clients',
  ]),
  row('native', 'long turns, small windows and broken sessions', [
    'test/spawner/native/long-session.test.ts',
    'test/spawner/native/overflowing.test.ts',
    'test/spawner/native/context-window',
    'test/spawner/claude/real-sessions.test.ts',
    'test/flows/switching.test.ts',
  ]),
  row('hijack', 'a hijacked model with each tool through each carrier', [
    'test/flows/hijack.test.ts',
    'test/flows/delegated-hijack.test.ts',
    'test/tasks/permissions',
  ]),
  row('sandbox', 'escapes from the sandbox of commands', [
    'test/spawner/native/tools/escapes.test.ts',
    'test/spawner/native/tools/run-command.test.ts',
    'test/spawner/claude/process.test.ts',
    'test/spawner/claude/real-tools.test.ts',
    'test/spawner/claude/sandbox.test.ts',
  ]),
  row('privacy', 'what one person may not read of another', [
    'test/tasks/recall',
    'test/tools/mcp.test.ts',
    'test/tools/registry.test.ts',
    'test/tasks/profile',
    'test/tasks/memory',
    'test/web/own-chats.test.ts',
  ]),
  row('secrets', 'planted secrets in every output, and erased words', [
    'test/config/secrets',
    'test/tasks/erasing',
    'test/flows/secret-rotation.test.ts',
    'test/lib/text/scrub.test.ts',
    'test/lib/log.test.ts',
  ]),
  row('prompts', 'what the model sees', ['test/gateway', 'test/tasks/context', 'test/web/inspect.test.ts']),
  row('connecting', 'models that are connected on the page', 'test/app/connect'),
  row('sabotage', 'each defence taken out of the sources', 'test/faults/sabotage.test.ts', { parts: 2 }),
  row('sabotaged-builds', 'builds that break one promise', 'test/faults/sabotaged-builds.test.ts'),
]

function row(name, did, files, { parts = 1 } = {}) {
  return { name, did, files: [files].flat(), parts }
}
