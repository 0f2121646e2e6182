import { localized } from '../../../messages/localized.ts'

/** Telegram, Talk and email. What is found there is said by the channels themselves. */
export const chatServiceMessages = localized({
  en: {
    neverTested: (version: string, tested: string) => `${version} was never tested with Skein; tested: ${tested}`,
    telegram: {
      bot: {
        title: 'Telegram',
        why: 'Without its token the bot neither receives nor answers anything.',
        step: 'skein setup telegram   (if Telegram cannot be reached, check the network and telegram.api_root)',
      },
      webhook: {
        title: 'Telegram webhook',
        why: 'While a webhook is set, Telegram gives the messages of the bot to it and none to Skein.',
        step: 'skein doctor --fix',
        fix: 'remove the webhook of the bot (deleteWebhook); messages that wait are kept',
      },
      privacy: {
        title: 'Telegram privacy mode',
        why: 'The bot does not see most of what is said in groups, so it cannot know what people talk about.',
        step: 'only if the bot is in groups: send that command to @BotFather, choose Disable, then remove the bot from the group and add it again',
      },
      owner: {
        title: 'Telegram owner',
        why: 'Only people with these ids are recognized as you. Notices go to them.',
        step: 'write to the bot from your own account; its command "whoami" shows the id that belongs into telegram.owner_ids',
      },
    },
    talk: {
      signIn: {
        title: 'Nextcloud Talk',
        why: 'Without signing in the bot neither receives nor answers anything.',
        step: 'skein setup talk',
      },
      version: {
        title: 'version of Talk',
        why: 'Another version may answer in ways that Skein does not expect.',
        range: (oldest: number, newest: number) => `Talk ${oldest} to ${newest}`,
        steps: {
          older: 'ask the administrator to update Nextcloud',
          newer: 'look for an update of Skein, and watch the first messages in Talk',
        },
      },
      rooms: {
        title: 'Talk rooms',
        why: 'The bot hears only what is said in its rooms.',
        step: 'check that the account may use Talk, then run the checks again',
      },
      features: {
        title: 'features of Talk',
        why: 'Answers in Talk have less: they arrive unformatted, or cannot be corrected.',
        step: 'ask the administrator to update Talk',
      },
      owner: {
        title: 'Talk owner',
        why: 'User ids are case sensitive, so the owner is not recognized.',
        step: 'correct talk.owner_ids and restart Skein',
      },
      webhook: {
        title: 'Talk webhook',
        why: 'Messages are noticed a few seconds later.',
        closed: (host: string, port: number) => `nobody listens at ${host}:${port}`,
        choose: 'set talk.webhook.host and talk.webhook.port to a free address of this machine, and restart Skein',
      },
    },
    email: {
      mailbox: {
        title: 'mail',
        why: 'Skein answers only mail that it can read.',
        step: 'skein setup email',
      },
      sending: {
        title: 'sending mail',
        why: 'Answers wait until they can be sent, and are given up after some days.',
        step: 'skein setup email',
      },
      verification: {
        title: 'verification of senders',
        why: 'Anybody can write any sender into a mail. Skein answers only senders that were verified.',
        step: 'set email.authserv_id to the name that your own mail server writes into Authentication-Results, and restart Skein',
      },
    },
  },
  de: {
    neverTested: (version, tested) => `${version} wurde nie mit Skein getestet; getestet: ${tested}`,
    telegram: {
      bot: {
        title: 'Telegram',
        why: 'Ohne sein Token empfängt und beantwortet der Bot nichts.',
        step: 'skein setup telegram   (wenn Telegram nicht erreichbar ist, prüfe das Netz und telegram.api_root)',
      },
      webhook: {
        title: 'Telegram-Webhook',
        why: 'Solange ein Webhook gesetzt ist, gibt Telegram ihm die Nachrichten des Bots und Skein keine.',
        step: 'skein doctor --fix',
        fix: 'den Webhook des Bots entfernen (deleteWebhook); wartende Nachrichten bleiben erhalten',
      },
      privacy: {
        title: 'Privatsphäre-Modus bei Telegram',
        why: 'Der Bot sieht das meiste nicht, was in Gruppen gesagt wird, und kann nicht wissen, worüber geredet wird.',
        step: 'nur wenn der Bot in Gruppen ist: schick diesen Befehl an @BotFather, wähle Disable, entferne dann den Bot aus der Gruppe und füge ihn wieder hinzu',
      },
      owner: {
        title: 'Besitzer bei Telegram',
        why: 'Nur wer eine dieser IDs hat, wird als du erkannt. Dorthin gehen auch die Hinweise.',
        step: 'schreib dem Bot von deinem eigenen Konto; sein Befehl „whoami“ zeigt die ID, die in telegram.owner_ids gehört',
      },
    },
    talk: {
      signIn: {
        title: 'Nextcloud Talk',
        why: 'Ohne Anmeldung empfängt und beantwortet der Bot nichts.',
        step: 'skein setup talk',
      },
      version: {
        title: 'Version von Talk',
        why: 'Eine andere Version antwortet vielleicht anders, als Skein es erwartet.',
        range: (oldest, newest) => `Talk ${oldest} bis ${newest}`,
        steps: {
          older: 'bitte den Administrator, Nextcloud zu aktualisieren',
          newer: 'sieh nach, ob es ein Update von Skein gibt, und beobachte die ersten Nachrichten in Talk',
        },
      },
      rooms: {
        title: 'Räume in Talk',
        why: 'Der Bot hört nur, was in seinen Räumen gesagt wird.',
        step: 'prüfe, ob das Konto Talk benutzen darf, und starte die Prüfung noch einmal',
      },
      features: {
        title: 'Funktionen von Talk',
        why: 'Antworten in Talk können weniger: Sie kommen unformatiert an oder lassen sich nicht berichtigen.',
        step: 'bitte den Administrator, Talk zu aktualisieren',
      },
      owner: {
        title: 'Besitzer bei Talk',
        why: 'Bei Benutzer-IDs zählt die Groß- und Kleinschreibung, deshalb wird der Besitzer nicht erkannt.',
        step: 'berichtige talk.owner_ids und starte Skein neu',
      },
      webhook: {
        title: 'Talk-Webhook',
        why: 'Nachrichten werden ein paar Sekunden später bemerkt.',
        closed: (host, port) => `auf ${host}:${port} hört niemand`,
        choose:
          'setze talk.webhook.host und talk.webhook.port auf eine freie Adresse dieses Rechners, und starte Skein neu',
      },
    },
    email: {
      mailbox: {
        title: 'Mail',
        why: 'Skein beantwortet nur Mails, die es lesen kann.',
        step: 'skein setup email',
      },
      sending: {
        title: 'Mails senden',
        why: 'Antworten warten, bis sie gesendet werden können, und werden nach einigen Tagen aufgegeben.',
        step: 'skein setup email',
      },
      verification: {
        title: 'Prüfung der Absender',
        why: 'Jeder kann jeden Absender in eine Mail schreiben. Skein antwortet nur Absendern, die geprüft wurden.',
        step: 'setze email.authserv_id auf den Namen, den dein eigener Mailserver in Authentication-Results schreibt, und starte Skein neu',
      },
    },
  },
})
