/** What people and their mail clients write in one language. */
export interface Language {
  code: string
  /** What somebody answers: three of them, some with dates, colons and addresses of their own. */
  answers: [string, string, string]
  /** What is answered. */
  asked: string
  /** The line above a quote, as each client writes it. */
  gmail: string
  apple: string
  thunderbird: string
  /** From, sent, to, subject, as Outlook writes them, with whatever stands before the colon. */
  outlook: [from: string, sent: string, to: string, subject: string]
  sentOn: string
  /** What Outlook puts between its dashes in plain text. */
  original: string
  /** Above what is passed on: Gmail's, Apple's. */
  passedOn: [gmail: string, apple: string]
  mobile: string
  reply: string
}

const who = 'Ana Silva <ana.silva@example.org>'

export const languages: Language[] = [
  {
    code: 'en',
    answers: [
      'Yes, please go ahead.\n\nThe roof has to be done before the first frost.',
      'Not on Monday, January 12 at 3:14 PM: I am on a train then.\nWrite to bob@example.com instead.',
      'Three things:\n\n- the invoice\n- the key\n- who wrote: "we come at 8:00"?\n\nThanks\nBob',
    ],
    asked: 'Shall I call the roofer?\nHe could come on Monday.',
    gmail: `On Mon, Jan 5, 2026 at 3:14 PM ${who} wrote:`,
    apple: `On 5 Jan 2026, at 15:14, ${who} wrote:`,
    thunderbird: 'On 1/5/26 15:14, Ana Silva wrote:',
    outlook: ['From', 'Sent', 'To', 'Subject'],
    sentOn: 'Monday, January 5, 2026 3:14 PM',
    original: 'Original Message',
    passedOn: ['Forwarded message', 'Begin forwarded message:'],
    mobile: 'Sent from my iPhone',
    reply: 'Re',
  },
  {
    code: 'de',
    answers: [
      'Ja, bitte.\n\nDas Dach muss vor dem ersten Frost fertig sein.',
      'Am 12.01.2026 um 15:14 geht es nicht: da sitze ich im Zug.\nSchreib bitte an bob@example.com.',
      'Drei Dinge:\n\n- die Rechnung\n- der Schlüssel\n- wer schrieb „wir kommen um 8:00“?\n\nMit freundlichen Grüßen\nBob Bauer',
    ],
    asked: 'Soll ich den Dachdecker anrufen?\nEr könnte am Montag kommen.',
    gmail: `Am Mo., 5. Jan. 2026 um 15:14 Uhr schrieb ${who}:`,
    apple: `Am 05.01.2026 um 15:14 schrieb ${who}:`,
    thunderbird: 'Am 05.01.26 um 15:14 schrieb Ana Silva:',
    outlook: ['Von', 'Gesendet', 'An', 'Betreff'],
    sentOn: 'Montag, 5. Januar 2026 15:14',
    original: 'Ursprüngliche Nachricht',
    passedOn: ['Weitergeleitete Nachricht', 'Anfang der weitergeleiteten Nachricht:'],
    mobile: 'Von meinem iPhone gesendet',
    reply: 'AW',
  },
  {
    code: 'fr',
    answers: [
      'Oui, vas-y.\n\nLe toit doit être fini avant les premières gelées.',
      'Le 12 janvier 2026 à 15:14, impossible : je serai dans le train.\nÉcris plutôt à bob@example.com.',
      'Trois choses :\n\n- la facture\n- la clé\n- qui a écrit « nous venons à 8 h » ?\n\nCordialement,\nBob',
    ],
    asked: "Est-ce que j'appelle le couvreur ?\nIl pourrait venir lundi.",
    gmail: `Le lun. 5 janv. 2026 à 15:14, ${who} a écrit :`,
    apple: `Le 5 janv. 2026 à 15:14, ${who} a écrit :`,
    thunderbird: 'Le 05/01/2026 à 15:14, Ana Silva a écrit :',
    outlook: ['De ', 'Envoyé ', 'À ', 'Objet '],
    sentOn: 'lundi 5 janvier 2026 15:14',
    original: "Message d'origine",
    passedOn: ['Message transféré', 'Début du message transféré :'],
    mobile: 'Envoyé de mon iPhone',
    reply: 'Re',
  },
  {
    code: 'nl',
    answers: [
      'Ja, graag.\n\nHet dak moet voor de eerste vorst klaar zijn.',
      'Op 12 januari 2026 om 15:14 lukt het niet: dan zit ik in de trein.\nSchrijf liever naar bob@example.com.',
      'Drie dingen:\n\n- de factuur\n- de sleutel\n- wie schreef "we komen om 8:00"?\n\nGroeten,\nBob',
    ],
    asked: 'Zal ik de dakdekker bellen?\nHij zou maandag kunnen komen.',
    gmail: `Op ma 5 jan 2026 om 15:14 schreef ${who}:`,
    apple: `Op 5 jan 2026, om 15:14 heeft ${who} het volgende geschreven:`,
    thunderbird: 'Op 05-01-2026 om 15:14 schreef Ana Silva:',
    outlook: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    sentOn: 'maandag 5 januari 2026 15:14',
    original: 'Oorspronkelijk bericht',
    passedOn: ['Doorgestuurd bericht', 'Begin doorgestuurd bericht:'],
    mobile: 'Verstuurd vanaf mijn iPhone',
    reply: 'Antw',
  },
  {
    code: 'es',
    answers: [
      'Sí, adelante.\n\nEl tejado tiene que estar antes de la primera helada.',
      'El 12 de enero de 2026 a las 15:14 no puedo: voy en tren.\nEscribe mejor a bob@example.com.',
      'Tres cosas:\n\n- la factura\n- la llave\n- ¿quién escribió «venimos a las 8:00»?\n\nUn saludo,\nBob',
    ],
    asked: '¿Llamo al techador?\nPodría venir el lunes.',
    gmail: 'El lun, 5 ene 2026 a las 15:14, Ana Silva (<ana.silva@example.org>) escribió:',
    apple: `El 5 ene 2026, a las 15:14, ${who} escribió:`,
    thunderbird: 'El 5/1/26 a las 15:14, Ana Silva escribió:',
    outlook: ['De', 'Enviado', 'Para', 'Asunto'],
    sentOn: 'lunes, 5 de enero de 2026 15:14',
    original: 'Mensaje original',
    passedOn: ['Mensaje reenviado', 'Inicio del mensaje reenviado:'],
    mobile: 'Enviado desde mi iPhone',
    reply: 'Re',
  },
  {
    code: 'it',
    answers: [
      'Sì, procedi pure.\n\nIl tetto va finito prima della prima gelata.',
      'Il 12 gennaio 2026 alle 15:14 non posso: sono in treno.\nScrivi piuttosto a bob@example.com.',
      'Tre cose:\n\n- la fattura\n- la chiave\n- chi ha scritto "veniamo alle 8:00"?\n\nCordiali saluti\nBob',
    ],
    asked: 'Chiamo il lattoniere?\nPotrebbe venire lunedì.',
    gmail: `Il giorno lun 5 gen 2026 alle ore 15:14 ${who} ha scritto:`,
    apple: `Il giorno 5 gen 2026, alle ore 15:14, ${who} ha scritto:`,
    thunderbird: 'Il 05/01/26 15:14, Ana Silva ha scritto:',
    outlook: ['Da', 'Inviato', 'A', 'Oggetto'],
    sentOn: 'lunedì 5 gennaio 2026 15:14',
    original: 'Messaggio originale',
    passedOn: ['Messaggio inoltrato', 'Inizio messaggio inoltrato:'],
    mobile: 'Inviato da iPhone',
    reply: 'R',
  },
  {
    code: 'pt',
    answers: [
      'Sim, pode avançar.\n\nO telhado tem de estar pronto antes da primeira geada.',
      'No dia 12 de janeiro de 2026 às 15:14 não posso: vou no comboio.\nEscreve antes para bob@example.com.',
      'Três coisas:\n\n- a fatura\n- a chave\n- quem escreveu "vamos às 8:00"?\n\nAbraço,\nBob',
    ],
    asked: 'Ligo ao telhador?\nEle podia vir na segunda.',
    gmail: `Em seg., 5 de jan. de 2026 às 15:14, ${who} escreveu:`,
    apple: `No dia 5 de jan. de 2026, às 15:14, ${who} escreveu:`,
    thunderbird: 'Em 05/01/2026 15:14, Ana Silva escreveu:',
    outlook: ['De', 'Enviada em', 'Para', 'Assunto'],
    sentOn: 'segunda-feira, 5 de janeiro de 2026 15:14',
    original: 'Mensagem original',
    passedOn: ['Mensagem encaminhada', 'Início da mensagem encaminhada:'],
    mobile: 'Enviado do meu iPhone',
    reply: 'RES',
  },
  {
    code: 'sv',
    answers: [
      'Ja, gör det.\n\nTaket måste vara klart före första frosten.',
      'Den 12 januari 2026 kl 15:14 går det inte: då sitter jag på tåget.\nSkriv till bob@example.com i stället.',
      'Tre saker:\n\n- fakturan\n- nyckeln\n- vem skrev "vi kommer 8:00"?\n\nMed vänlig hälsning\nBob',
    ],
    asked: 'Ska jag ringa takläggaren?\nHan skulle kunna komma på måndag.',
    gmail: `Den mån 5 jan. 2026 kl 15:14 skrev ${who}:`,
    apple: `5 jan. 2026 kl. 15:14 skrev ${who}:`,
    thunderbird: 'Den 2026-01-05 kl. 15:14, skrev Ana Silva:',
    outlook: ['Från', 'Skickat', 'Till', 'Ämne'],
    sentOn: 'den 5 januari 2026 15:14',
    original: 'Ursprungligt meddelande',
    passedOn: ['Vidarebefordrat meddelande', 'Vidarebefordrat brev:'],
    mobile: 'Skickat från min iPhone',
    reply: 'SV',
  },
  {
    code: 'pl',
    answers: [
      'Tak, proszę działać.\n\nDach musi być gotowy przed pierwszym mrozem.',
      '12 stycznia 2026 o 15:14 nie mogę: jadę pociągiem.\nNapisz raczej do bob@example.com.',
      'Trzy rzeczy:\n\n- faktura\n- klucz\n- kto napisał „przyjdziemy o 8:00”?\n\nPozdrawiam\nBob',
    ],
    asked: 'Mam zadzwonić do dekarza?\nMógłby przyjść w poniedziałek.',
    gmail: `pon., 5 sty 2026 o 15:14 ${who} napisał(a):`,
    apple: `Wiadomość napisana przez ${who} w dniu 5 sty 2026, o godz. 15:14:`,
    thunderbird: 'W dniu 5.01.2026 o 15:14, Ana Silva pisze:',
    outlook: ['Od', 'Wysłano', 'Do', 'Temat'],
    sentOn: 'poniedziałek, 5 stycznia 2026 15:14',
    original: 'Wiadomość oryginalna',
    passedOn: ['Przekazana wiadomość', 'Początek przekazywanej wiadomości:'],
    mobile: 'Wysłane z iPhone’a',
    reply: 'Odp',
  },
  {
    code: 'ru',
    answers: [
      'Да, пожалуйста.\n\nКрышу надо закончить до первых заморозков.',
      '12 января 2026 г. в 15:14 не могу: буду в поезде.\nПиши лучше на bob@example.com.',
      'Три вещи:\n\n- счёт\n- ключ\n- кто написал «придём в 8:00»?\n\nС уважением,\nБоб',
    ],
    asked: 'Позвонить кровельщику?\nОн мог бы прийти в понедельник.',
    gmail: `пн, 5 янв. 2026 г. в 15:14, ${who}:`,
    apple: `5 янв. 2026 г., в 15:14, ${who} написал(а):`,
    thunderbird: '05.01.2026 15:14, Ana Silva пишет:',
    outlook: ['От', 'Отправлено', 'Кому', 'Тема'],
    sentOn: '5 января 2026 г. 15:14',
    original: 'Исходное сообщение',
    passedOn: ['Пересылаемое сообщение', 'Начало переадресованного сообщения:'],
    mobile: 'Отправлено с iPhone',
    reply: 'Re',
  },
  {
    code: 'ja',
    answers: [
      'はい、お願いします。\n\n初霜の前に屋根を終わらせる必要があります。',
      '2026年1月12日 15:14は無理です：電車の中です。\nbob@example.com に書いてください。',
      '三つあります：\n\n- 請求書\n- 鍵\n- 「8:00に行きます」と誰が書きましたか。\n\nよろしくお願いします。\nボブ',
    ],
    asked: '屋根屋さんに電話しましょうか。\n月曜日に来られるそうです。',
    gmail: `2026年1月5日(月) 15:14 ${who}:`,
    apple: `2026/01/05 15:14、${who}のメール:`,
    thunderbird: 'On 2026/01/05 15:14, Ana Silva wrote:',
    outlook: ['差出人', '送信日時', '宛先', '件名'],
    sentOn: '2026年1月5日 15:14',
    original: '元のメッセージ',
    passedOn: ['転送メッセージ', '転送されたメッセージ:'],
    mobile: 'iPhoneから送信',
    reply: 'Re',
  },
  {
    code: 'zh',
    answers: [
      '好的，请安排。\n\n屋顶要在第一次霜冻之前修好。',
      '2026年1月12日 15:14不行：我在火车上。\n请写信到 bob@example.com。',
      '三件事：\n\n- 发票\n- 钥匙\n- “8:00来”是谁写的？\n\n谢谢\n鲍勃',
    ],
    asked: '要我给屋顶工打电话吗？\n他星期一可以来。',
    gmail: 'Ana Silva <ana.silva@example.org> 于2026年1月5日周一 15:14写道：',
    apple: '2026年1月5日 下午3:14，Ana Silva <ana.silva@example.org> 写道：',
    thunderbird: '在 2026/1/5 15:14, Ana Silva 写道:',
    outlook: ['发件人', '发送时间', '收件人', '主题'],
    sentOn: '2026年1月5日 15:14',
    original: '邮件原件',
    passedOn: ['转发的邮件', '开始转发邮件：'],
    mobile: '发自我的 iPhone',
    reply: '回复',
  },
  {
    code: 'tr',
    answers: [
      'Evet, lütfen.\n\nÇatı ilk dondan önce bitmeli.',
      '12 Ocak 2026 saat 15:14 olmaz: trende olacağım.\nbob@example.com adresine yaz.',
      'Üç şey:\n\n- fatura\n- anahtar\n- "8:00’de geliriz" diye kim yazdı?\n\nSaygılarımla\nBob',
    ],
    asked: 'Çatıcıyı arayayım mı?\nPazartesi gelebilir.',
    gmail: 'Ana Silva <ana.silva@example.org>, 5 Oca 2026 Pzt, 15:14 tarihinde şunu yazdı:',
    apple: `${who} şunları yazdı (5 Oca 2026 15:14):`,
    thunderbird: '5.01.2026 15:14 tarihinde Ana Silva yazdı:',
    outlook: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
    sentOn: '5 Ocak 2026 Pazartesi 15:14',
    original: 'Özgün İleti',
    passedOn: ['Yönlendirilmiş ileti', 'İletilen ileti başlangıcı:'],
    mobile: 'iPhone’umdan gönderildi',
    reply: 'YNT',
  },
]
