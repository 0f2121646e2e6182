import type { Defence } from './defence.ts'

/** What arrives is stored before anybody is told so, once. */
export const storing: Defence[] = [
  {
    name: 'the page says “stored” only when the store took the message',
    row: 'page',
    file: 'src/channels/web/web.ts',
    from: 'throw new NotStoredError(webMessages.notStored, { cause: error })',
    to: "accepted = { status: 'stored', message: 1, task: 1 }",
    test: 'test/channels/web/web.test.ts',
  },
  {
    name: 'Telegram is asked for the next updates only after the last ones are stored',
    row: 'telegram',
    file: 'src/channels/telegram/receive/poller.ts',
    from: 'await busy(deps.take(updates, { ...place, value: writePosition(next) }, signal))',
    to: 'void busy(deps.take(updates, { ...place, value: writePosition(next) }, signal)).catch(() => {})',
    test: 'test/channels/telegram/receive/poller.test.ts',
    named: 'a batch is acknowledged only after it was stored',
  },
  {
    name: 'the cursor of a batch is written in the same commit as its messages',
    row: 'queue',
    file: 'src/tasks/intake/intake.ts',
    from: `          const results = events.map((event) => acceptEvent(deps, event, batch))
          writeState(batch.now)`,
    to: `          const results = events.map((event) => acceptEvent(deps, event, batch))
          db.raw.exec('COMMIT; BEGIN IMMEDIATE')
          writeState(batch.now)`,
    test: 'test/tasks/intake/intake.test.ts',
    named: 'when the cursor cannot be written, nothing is stored',
  },
  {
    name: 'a message that arrives again under one of its keys is a duplicate',
    row: 'queue',
    file: 'src/store/messages/messages.ts',
    from: 'for (const key of keys) insertKey.run(key, id)',
    to: 'insertKey.run(`message ${id}`, id)',
    test: 'test/tasks/intake/intake.test.ts',
    named: 'the same key twice yields one line and one task',
  },
  {
    name: 'a Telegram message is known by its chat and number, whatever the number of its update',
    row: 'telegram',
    file: 'src/channels/telegram/inbound.ts',
    from: 'return `telegram:${account}:${chat.id}:${id}`',
    to: "return `telegram:${account}:${chat.id}:${id}:${createHash('sha256').update(raw).digest('hex')}`",
    test: 'test/channels/telegram/inbound-actions.test.ts',
    named: 'a message is known by its chat and number',
  },
  {
    name: 'while the disk is full nothing is taken in',
    row: 'queue',
    file: 'src/tasks/intake/intake.ts',
    from: '    deps.assertDiskNotFull()\n    const batch',
    to: '    const batch',
    test: 'test/tasks/intake/intake.test.ts',
    named: 'a closed gate stores nothing and says so',
  },
  {
    name: 'an update that intake stumbles over costs no other update',
    row: 'telegram',
    file: 'src/channels/shared/batch-storage.ts',
    from: 'accepted = updates.map((update) => storeOne(inbox, update))',
    to: "accepted = updates.map(() => ({ status: 'ignored' }))",
    test: 'test/channels/telegram/receive/poller.test.ts',
    named: 'one update that the daemon stumbles over',
  },
  {
    name: 'a mail is stored together with how far its folder was read',
    row: 'forged-mail',
    file: 'src/channels/email/receive/folder-reader.ts',
    from: 'inbox.accept(stored, cursor, kept))',
    to: 'inbox.accept(stored, undefined, kept))',
    test: 'test/channels/email/receive/mailbox.test.ts',
    named: 'is gone on with after a stop, in order',
  },
  {
    name: 'an edit by an unverified sender changes nothing',
    row: 'queue',
    file: 'src/tasks/intake/intake.ts',
    from: "if (edit.unproven) return { status: 'ignored' }",
    to: 'delete edit.unproven',
    test: 'test/tasks/intake/edits.test.ts',
    named: 'by somebody who is not proven',
  },
  {
    name: 'Talk is not read on when nothing could be stored',
    row: 'talk',
    file: 'src/channels/talk/receive/message-handler.ts',
    from: `      const accepted = batchStorage.store(inbox, ready, (events) => inbox.accept(events, cursor, memories))
      Object.assign(room, position)
      rememberSeen(
        room,
        lines.flatMap(({ message }) => (message ? [message.id] : [])),
      )`,
    to: `      Object.assign(room, position)
      rememberSeen(
        room,
        lines.flatMap(({ message }) => (message ? [message.id] : [])),
      )
      const accepted = batchStorage.store(inbox, ready, (events) => inbox.accept(events, cursor, memories))`,
    test: 'test/channels/talk/contract.test.ts',
    named: 'what could not be stored is not acknowledged',
  },
]
