import { localized } from './localized.ts'

type JobKind = keyof typeof kinds.en
type JobState = keyof typeof states.en
type RunState = keyof typeof runStates.en

/** `whose` is empty for a job of the reader. */
interface ListedJob {
  id: number
  name: string
  kind: JobKind
  whose: string
  when: string
  isOpen: boolean
}

const kinds = {
  en: { reminder: 'reminder', scheduled: 'task', briefing: 'briefing', heartbeat: 'heartbeat' },
  de: { reminder: 'Erinnerung', scheduled: 'Aufgabe', briefing: 'Briefing', heartbeat: 'Herzschlag' },
}
const states = {
  en: { active: 'active', paused: 'paused', disabled: 'switched off', done: 'done', removed: 'deleted' },
  de: { active: 'aktiv', paused: 'pausiert', disabled: 'ausgeschaltet', done: 'erledigt', removed: 'gelöscht' },
}
const runStates = {
  en: {
    queued: 'in progress',
    held: 'held until the quiet hours end',
    delivered: 'sent',
    silent: 'nothing to say',
    failed: 'failed',
    cancelled: 'stopped',
    missed: 'missed',
    skipped: 'skipped',
  },
  de: {
    queued: 'in Arbeit',
    held: 'wartet auf das Ende der Ruhezeit',
    delivered: 'gesendet',
    silent: 'nichts zu sagen',
    failed: 'fehlgeschlagen',
    cancelled: 'gestoppt',
    missed: 'verpasst',
    skipped: 'übersprungen',
  },
}

/** What people read about reminders and scheduled tasks. */
export const scheduleMessages = localized({
  en: {
    workingOutTime: 'I am asking the model which time you mean. The answer follows.',
    reminder: (text: string, hint: string) => `Reminder: ${text}\n\n*${hint}*`,
    lateReminder: (text: string, due: string, hint: string) => `Reminder: ${text} (it was due on ${due})\n\n*${hint}*`,
    reminderHint: (command: string) => `Reply "done" or "later", or write ${command} tomorrow at 9`,
    doneButton: 'Done',
    snoozeMinutesButton: (minutes: number) => `In ${minutes} minutes`,
    snoozeHourButton: 'In 1 hour',
    snoozeTomorrowButton: 'Tomorrow',
    runAgainButton: 'Run again',
    skipped: (name: string, why: string) => `I did not run "${name}". ${why}`,
    failed: (name: string, why: string) => `"${name}" failed. ${why}`,
    disabled: (name: string, why: string, command: string) =>
      `I have switched off "${name}". ${why} Write "${command}" to switch it on again.`,
    missed: (name: string, due: string, command: string) =>
      `I missed "${name}". It was due on ${due}, when I was not running. Write "${command}" to run it now.`,
    listHint: (prefix: string) =>
      `To schedule something, write ${prefix}schedule and a sentence, such as "${prefix}schedule remind me on Friday at nine to call Ana".`,
    nothingScheduled: (hint: string) => `Nothing is scheduled. ${hint}`,
    listed: (lines: string[], prefix: string) =>
      `${lines.join('\n')}\n\nWrite ${prefix}schedule with show, run, pause, resume, edit or delete, and the number.`,
    line: (job: ListedJob) =>
      `- \`${job.id}\` **${job.name}** (${kinds.en[job.kind]}${job.whose === '' ? '' : `, by ${job.whose}`}): ${job.when}${job.isOpen ? ', **not done yet**' : ''}`,
    nextOn: (when: string, next: string) => `${when}, next on ${next}`,
    on: (at: string) => `on ${at}`,
    inState: (when: string, state: JobState) => `${when}, ${states.en[state]}`,
    willRemind: (when: string, name: string, id: number, remove: string) =>
      `I will remind you ${when}: "${name}". It is number ${id}; write ${remove} to delete it.`,
    scheduled: (when: string, name: string, id: number, remove: string) =>
      `Scheduled ${when}: "${name}". It is number ${id}; write ${remove} to delete it.`,
    dueAt: (name: string, when: string) => `"${name}" is due ${when}.`,
    runsNow: (name: string) => `"${name}" is running now.`,
    paused: (name: string, resume: string) => `"${name}" is paused. Write ${resume} to continue it.`,
    deleted: (name: string) => `"${name}" is deleted.`,
    done: (name: string) => `Done: "${name}".`,
    snoozed: (name: string, next: string) => `I will remind you of "${name}" again on ${next}.`,
    editUsage: (command: string) =>
      `What should change? Write, for example, "${command} tomorrow at 9", "${command} call Ana", or "${command} when: tomorrow at 9 text: call Ana".`,
    remindUsage: 'Please say when and of what, such as "tomorrow at 9 call Ana".',
    title: (name: string, kind: JobKind, state: JobState, when: string) =>
      `**${name}** (${kinds.en[kind]}, ${states.en[state]}), ${when}`,
    coming: (times: string[]) => `Next: ${times.join('; ')}`,
    notComing: 'It does not run again.',
    runsSoFar: (lines: string[]) => `So far:\n${lines.join('\n')}`,
    noRuns: 'It has not run yet.',
    runLine: (at: string, state: RunState, reason: string) =>
      `- ${at} ${runStates.en[state]}${reason === '' ? '' : `: ${reason}`}`,
    noBriefings: 'No briefings yet. Add [[briefings]] to the configuration file to get some.',
    briefings: (lines: string[], prefix: string) =>
      `${lines.join('\n')}\n\nWrite ${prefix}briefings and a number to read one in full.`,
    noSuchBriefing: (number: string) => `There is no briefing ${number}.`,
    privateOnly: 'Please ask me that where nobody else reads along.',
    deletable: (problem: string, jobs: string[]) =>
      jobs.length === 0
        ? `${problem} Nothing is scheduled.`
        : `${problem} Delete what you no longer want: ${jobs.join('; ')}.`,
    deletableJob: (id: number, name: string, when: string) => `number ${id}, "${name}" (${when})`,
    problems: {
      membersOnly: 'Only the owner and members can schedule something.',
      noSuchJob: (id: number) => `You have no scheduled task with the number ${id}.`,
      dueLater: (name: string, due: string) =>
        `"${name}" is not due before ${due}. Change its time instead of postponing it.`,
      textMissing: 'Please also say what it is about.',
      tooLong: (most: number) => `That is too long. It may have at most ${most} characters.`,
      tooMany: (most: number) => `You already have ${most} scheduled tasks. Please delete one first.`,
      running: (name: string) => `"${name}" is already running.`,
      notActive: (name: string) => `"${name}" is not active.`,
      notPaused: (name: string) => `"${name}" is not paused.`,
      noReminder: (name: string) => `"${name}" is not a reminder.`,
      oneTime: 'Please give one time, such as "1 hour" or "tomorrow at 9".',
      inFile: (name: string) => `"${name}" is defined in the configuration file. Change it there and restart Skein.`,
      never: 'That time has already passed or never comes.',
      tooOften: (minutes: number) =>
        minutes === 1
          ? 'That is too often. Once a minute is the limit.'
          : `That is too often. Once every ${minutes} minutes is the limit.`,
      noSuchChat: (chat: string) => `There is no chat "${chat}".`,
      notYourChat: (chat: string) => `"${chat}" is not one of your chats.`,
    },
    reasons: {
      nothingToSay: 'There was nothing to say.',
      stopped: 'It was stopped.',
      waitedTooLong: 'It waited too long for its turn.',
      crashed: 'I crashed several times while working on it.',
      ended: (state: string) => `Result: ${state}.`,
      failedOften: (times: number, why: string) => `It failed ${times} times in a row, the last time because: ${why}`,
      ranOften: (times: number) => `It ran ${times} times within an hour.`,
      stillRunning: 'The previous run was not finished yet.',
      noChat: 'There was no chat to send it to.',
      missed: (due: string) => `It was due on ${due}, when I was not running.`,
      nothingToActOn: 'There was nothing to act on.',
      snoozed: 'It was postponed.',
      jobStopped: 'Its scheduled task was stopped.',
      cutShort: 'It was interrupted.',
      nothingNew: 'No check found anything new.',
      outsideHours: (hours: string) => `It only runs between ${hours}.`,
      enoughToday: (times: number) => `It has already reported ${times} times today, which is the limit.`,
    },
  },
  de: {
    workingOutTime: 'Ich frage das Modell, welche Zeit du meinst. Die Antwort folgt.',
    reminder: (text, hint) => `Erinnerung: ${text}\n\n*${hint}*`,
    lateReminder: (text, due, hint) => `Erinnerung: ${text} (war fällig am ${due})\n\n*${hint}*`,
    reminderHint: (command) => `Antworte mit „fertig“ oder „später“, oder schreib ${command} morgen um 9`,
    doneButton: 'Erledigt',
    snoozeMinutesButton: (minutes) => `In ${minutes} Minuten`,
    snoozeHourButton: 'In 1 Stunde',
    snoozeTomorrowButton: 'Morgen',
    runAgainButton: 'Noch einmal ausführen',
    skipped: (name, why) => `Ich habe „${name}“ nicht ausgeführt. ${why}`,
    failed: (name, why) => `„${name}“ ist fehlgeschlagen. ${why}`,
    disabled: (name, why, command) =>
      `Ich habe „${name}“ ausgeschaltet. ${why} Schreib „${command}“, um es wieder einzuschalten.`,
    missed: (name, due, command) =>
      `Ich habe „${name}“ verpasst. Es war am ${due} fällig, aber da lief ich nicht. Schreib „${command}“, um es jetzt auszuführen.`,
    listHint: (prefix) =>
      `Um etwas zu planen, schreib ${prefix}schedule und einen Satz, zum Beispiel „${prefix}schedule erinnere mich am Freitag um neun an den Anruf bei Ana“.`,
    nothingScheduled: (hint) => `Es ist nichts geplant. ${hint}`,
    listed: (lines, prefix) =>
      `${lines.join('\n')}\n\nSchreib ${prefix}schedule mit show, run, pause, resume, edit oder delete und der Nummer.`,
    line: (job) =>
      `- \`${job.id}\` **${job.name}** (${kinds.de[job.kind]}${job.whose === '' ? '' : `, von ${job.whose}`}): ${job.when}${job.isOpen ? ', **noch nicht erledigt**' : ''}`,
    nextOn: (when, next) => `${when}, das nächste Mal am ${next}`,
    on: (at) => `am ${at}`,
    inState: (when, state) => `${when}, ${states.de[state]}`,
    willRemind: (when, name, id, remove) =>
      `Ich erinnere dich ${when}: „${name}“. Das ist Nummer ${id}; ${remove} löscht sie.`,
    scheduled: (when, name, id, remove) => `Geplant ${when}: „${name}“. Das ist Nummer ${id}; ${remove} löscht sie.`,
    dueAt: (name, when) => `„${name}“ ist ${when} fällig.`,
    runsNow: (name) => `„${name}“ läuft jetzt.`,
    paused: (name, resume) => `„${name}“ ist pausiert. ${resume} setzt es fort.`,
    deleted: (name) => `„${name}“ ist gelöscht.`,
    done: (name) => `Erledigt: „${name}“.`,
    snoozed: (name, next) => `Ich erinnere dich am ${next} wieder an „${name}“.`,
    editUsage: (command) =>
      `Was soll sich ändern? Schreib zum Beispiel „${command} morgen um 9“, „${command} Ana anrufen“ oder „${command} when: morgen um 9 text: Ana anrufen“.`,
    remindUsage: 'Wann soll ich dich woran erinnern? Schreib zum Beispiel „morgen um 9 Ana anrufen“.',
    title: (name, kind, state, when) => `**${name}** (${kinds.de[kind]}, ${states.de[state]}), ${when}`,
    coming: (times) => `Als Nächstes: ${times.join('; ')}`,
    notComing: 'Keine weiteren Termine.',
    runsSoFar: (lines) => `Bisher:\n${lines.join('\n')}`,
    noRuns: 'Bisher noch nie ausgeführt.',
    runLine: (at, state, reason) => `- ${at} ${runStates.de[state]}${reason === '' ? '' : `: ${reason}`}`,
    noBriefings: 'Noch keine Briefings. Mit [[briefings]] in der Konfigurationsdatei bekommst du welche.',
    briefings: (lines, prefix) =>
      `${lines.join('\n')}\n\nSchreib ${prefix}briefings und eine Nummer, um eines vollständig zu lesen.`,
    noSuchBriefing: (number) => `Es gibt kein Briefing ${number}.`,
    privateOnly: 'Frag mich das bitte dort, wo sonst niemand mitliest.',
    deletable: (problem, jobs) =>
      jobs.length === 0
        ? `${problem} Es ist nichts geplant.`
        : `${problem} Lösche, was du nicht mehr brauchst: ${jobs.join('; ')}.`,
    deletableJob: (id, name, when) => `Nummer ${id}, „${name}“ (${when})`,
    problems: {
      membersOnly: 'Nur der Besitzer und Mitglieder können etwas planen.',
      noSuchJob: (id) => `Du hast keine geplante Aufgabe mit der Nummer ${id}.`,
      dueLater: (name, due) => `„${name}“ ist nicht vor ${due} fällig. Ändere die Zeit, statt es zu verschieben.`,
      textMissing: 'Bitte schreib auch, worum es geht.',
      tooLong: (most) => `Das ist zu lang. Es darf höchstens ${most} Zeichen haben.`,
      tooMany: (most) => `Du hast schon ${most} geplante Aufgaben. Lösche bitte erst eine.`,
      running: (name) => `„${name}“ läuft schon.`,
      notActive: (name) => `„${name}“ ist nicht aktiv.`,
      notPaused: (name) => `„${name}“ ist nicht pausiert.`,
      noReminder: (name) => `„${name}“ ist keine Erinnerung.`,
      oneTime: 'Bitte nenne eine Zeit, zum Beispiel „1 Stunde“ oder „morgen um 9“.',
      inFile: (name) => `„${name}“ steht in der Konfigurationsdatei. Ändere es dort und starte Skein neu.`,
      never: 'Dieser Zeitpunkt ist schon vorbei oder kommt nie.',
      tooOften: (minutes) =>
        minutes === 1
          ? 'Das ist zu oft. Möglich ist höchstens einmal pro Minute.'
          : `Das ist zu oft. Möglich ist höchstens alle ${minutes} Minuten.`,
      noSuchChat: (chat) => `Den Chat „${chat}“ gibt es nicht.`,
      notYourChat: (chat) => `„${chat}“ ist keiner deiner Chats.`,
    },
    reasons: {
      nothingToSay: 'Es gab nichts zu sagen.',
      stopped: 'Es wurde gestoppt.',
      waitedTooLong: 'Es hat zu lange gewartet.',
      crashed: 'Ich bin dabei mehrmals abgestürzt.',
      ended: (state) => `Ergebnis: ${state}.`,
      failedOften: (times, why) =>
        `Es ist ${times}-mal hintereinander fehlgeschlagen, zuletzt aus diesem Grund: ${why}`,
      ranOften: (times) => `Es lief ${times}-mal in einer Stunde.`,
      stillRunning: 'Der vorige Lauf war noch nicht fertig.',
      noChat: 'Es gab keinen Chat, an den ich es senden konnte.',
      missed: (due) => `Es war am ${due} fällig, aber da lief ich nicht.`,
      nothingToActOn: 'Es gab nichts zu tun.',
      snoozed: 'Es wurde verschoben.',
      jobStopped: 'Die geplante Aufgabe wurde gestoppt.',
      cutShort: 'Es wurde unterbrochen.',
      nothingNew: 'Keine Prüfung hat etwas Neues gefunden.',
      outsideHours: (hours) => `Es läuft nur zwischen ${hours}.`,
      enoughToday: (times) => `Es hat sich heute schon ${times}-mal gemeldet, das ist das Limit.`,
    },
  },
})
