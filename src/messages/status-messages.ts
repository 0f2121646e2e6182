import { localized } from './localized.ts'

/** The texts of /status, /usage and `skein status`. */
export const statusMessages = localized({
  en: {
    running: (version: string, since: string, pid: number) =>
      `Skein ${version}, running since ${since} (process ${pid})`,
    answersWith: (model: string) => `- Answers with **${model}**`,
    answersWithNote: (model: string, note: string) => `- Answers with **${model}**: ${note}`,
    unavailable: (why: string) => `- **It is not available right now.** ${why}`,
    standIn: (model: string) => `- Until then, **${model}** answers instead`,
    otherUnavailable: (model: string, why: string) => `- **${model}** is not available right now. ${why}`,
    retriedAt: (why: string, at: string, prefix: string) =>
      `${why} I will try again at ${at}; ${prefix}retry tries at once.`,
    retriedNext: (why: string, prefix: string) => `${why} The next message tries again; ${prefix}retry tries at once.`,
    channels: (names: string) => `- Channels: ${names}`,
    tasks: (running: number, most: number, waiting: number) =>
      `- Tasks: ${running} of ${most} running, ${waiting} waiting`,
    waits: (count: number, at: string, why: string) => `  - ${count} to be retried at ${at}: ${why}`,
    deliveries: (open: number, failed: number) => `- Deliveries: ${open} in progress, ${failed} failed`,
    drafts: (count: number, prefix: string) => `- Drafts waiting to be sent: ${count}; ${prefix}send lists them`,
    unread: (channel: string, count: number, last: string) =>
      count === 1
        ? `One item on ${channel} could not be read, on ${last}; it is kept in the table "unread" of the database`
        : `${count} items on ${channel} could not be read, the last one on ${last}; they are kept in the table "unread" of the database`,
    sharedAccount: (account: string, channel: string, last: string) =>
      `Another Skein seems to use ${account} (${channel}), last noticed on ${last}. Stop one of the two, or people will get every answer twice`,
    today: (spending: string) => `- Today: ${spending}`,
    month: (spending: string) => `- This month: ${spending}`,
    spending: (calls: number, usd: string) => `${calls} ${calls === 1 ? 'call' : 'calls'}, ${usd}`,
    spendingOf: (calls: number, usd: string, cap: string) =>
      `${calls} ${calls === 1 ? 'call' : 'calls'}, ${usd} of ${cap}`,
    cached: (percent: number) => `${percent} % read from cache`,
    usageToday: (spending: string) => `**Today**: ${spending}`,
    usageMonth: (spending: string) => `**This month**: ${spending}`,
    tokens: (tokens: { input: string; output: string; read: string; written: string }) =>
      `- Tokens: ${tokens.input} in, ${tokens.output} out, ${tokens.read} read from cache, ${tokens.written} written to cache`,
    byOrigin: (shares: string) => `- By purpose: ${shares}`,
    byModel: (shares: string) => `- By model: ${shares}`,
    diskLow: '- The disk is almost full: no new work is started',
    diskFull: '- The disk is full: no messages can be accepted',
    clockForward: (amount: string, at: string) =>
      `The clock of this machine jumped forward by ${amount} (noticed at ${at}); waiting tasks are not affected`,
    clockBack: (amount: string, at: string) =>
      `The clock of this machine jumped back by ${amount} (noticed at ${at}); waiting tasks are not affected`,
    seconds: (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`,
    minutes: (count: number) => `${count} ${count === 1 ? 'minute' : 'minutes'}`,
    hours: (count: number) => `${count} ${count === 1 ? 'hour' : 'hours'}`,
    days: (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`,
    longestPause: (seconds: string, at: string, work: string) =>
      `The longest pause since the start was ${seconds} seconds, on ${at}, caused by: ${work}`,
    unnamedWork: 'unnamed work',
    settingDropped: (key: string, now: string, value: string) =>
      `- \`${key}\` = ${now}: this replaced ${value}, which was set while Skein was running, because the file was changed later`,
    safeMode: '- Safe mode after several crashes: messages are accepted but not answered',
  },
  de: {
    running: (version, since, pid) => `Skein ${version}, läuft seit ${since} (Prozess ${pid})`,
    answersWith: (model) => `- Antwortet mit **${model}**`,
    answersWithNote: (model, note) => `- Antwortet mit **${model}**: ${note}`,
    unavailable: (why) => `- **Das Modell ist zurzeit nicht verfügbar.** ${why}`,
    standIn: (model) => `- Bis dahin antwortet **${model}**`,
    otherUnavailable: (model, why) => `- **${model}** ist zurzeit nicht verfügbar. ${why}`,
    retriedAt: (why, at, prefix) =>
      `${why} Ich versuche es um ${at} Uhr wieder; mit ${prefix}retry versuche ich es sofort.`,
    retriedNext: (why, prefix) =>
      `${why} Mit der nächsten Nachricht versuche ich es wieder; mit ${prefix}retry sofort.`,
    channels: (names) => `- Kanäle: ${names}`,
    tasks: (running, most, waiting) => `- Aufgaben: ${running} von ${most} laufen, ${waiting} warten`,
    waits: (count, at, why) => `  - ${count} mit neuem Versuch um ${at}: ${why}`,
    deliveries: (open, failed) => `- Zustellungen: ${open} unterwegs, ${failed} fehlgeschlagen`,
    drafts: (count, prefix) => `- Noch nicht gesendete Entwürfe: ${count}; ${prefix}send zeigt sie`,
    unread: (channel, count, last) =>
      count === 1
        ? `Auf ${channel} konnte am ${last} etwas nicht gelesen werden; es liegt in der Tabelle „unread“ der Datenbank`
        : `Auf ${channel} konnten ${count} Einträge nicht gelesen werden, zuletzt am ${last}; sie liegen in der Tabelle „unread“ der Datenbank`,
    sharedAccount: (account, channel, last) =>
      `Anscheinend benutzt noch ein anderes Skein ${account} (${channel}), zuletzt bemerkt am ${last}. Beende eines von beiden, sonst kommt jede Antwort doppelt`,
    today: (spending) => `- Heute: ${spending}`,
    month: (spending) => `- Diesen Monat: ${spending}`,
    spending: (calls, usd) => `${calls} ${calls === 1 ? 'Aufruf' : 'Aufrufe'}, ${usd}`,
    spendingOf: (calls, usd, cap) => `${calls} ${calls === 1 ? 'Aufruf' : 'Aufrufe'}, ${usd} von ${cap}`,
    cached: (percent) => `${percent} % aus dem Cache`,
    usageToday: (spending) => `**Heute**: ${spending}`,
    usageMonth: (spending) => `**Diesen Monat**: ${spending}`,
    tokens: (tokens) =>
      `- Token: ${tokens.input} Eingabe, ${tokens.output} Ausgabe, ${tokens.read} aus dem Cache gelesen, ${tokens.written} in den Cache geschrieben`,
    byOrigin: (shares) => `- Nach Zweck: ${shares}`,
    byModel: (shares) => `- Nach Modell: ${shares}`,
    diskLow: '- Der Datenträger ist fast voll: Es werden keine neuen Aufgaben begonnen',
    diskFull: '- Der Datenträger ist voll: Nachrichten können nicht angenommen werden',
    clockForward: (amount, at) =>
      `Die Uhr dieses Rechners ist um ${amount} vorgesprungen (bemerkt am ${at}); wartende Aufgaben sind nicht betroffen`,
    clockBack: (amount, at) =>
      `Die Uhr dieses Rechners ist um ${amount} zurückgesprungen (bemerkt am ${at}); wartende Aufgaben sind nicht betroffen`,
    seconds: (count) => `${count} ${count === 1 ? 'Sekunde' : 'Sekunden'}`,
    minutes: (count) => `${count} ${count === 1 ? 'Minute' : 'Minuten'}`,
    hours: (count) => `${count} ${count === 1 ? 'Stunde' : 'Stunden'}`,
    days: (count) => `${count} ${count === 1 ? 'Tag' : 'Tage'}`,
    longestPause: (seconds, at, work) =>
      `Die längste Pause seit dem Start dauerte ${seconds} Sekunden (${at}). Ursache: ${work}`,
    unnamedWork: 'unbenannte Arbeit',
    settingDropped: (key, now, value) =>
      `- \`${key}\` = ${now}: Das ersetzt den im Betrieb gesetzten Wert ${value}, weil die Datei später geändert wurde`,
    safeMode: '- Abgesicherter Modus nach mehreren Abstürzen: Nachrichten werden angenommen, aber nicht beantwortet',
  },
})
