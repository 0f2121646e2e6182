export const german = String.raw`
[answer: continues]
ana 4h: Such mir bitte eine Ferienwohnung auf Rügen
bot 4h: In Binz ist eine frei, 95 Euro die Nacht. Wann möchtest du anreisen?
> am 14. August

[answer: continues]
ana 6h: Der Vermieter will eine Antwort wegen der Garage
bot 6h: Ich habe einen Entwurf geschrieben. Soll ich ihn abschicken?
> ja, mach das bitte

[choice: continues]
ana 3h: Welche Fähre passt am besten?
bot 3h: Um 8 Uhr ab Kiel, um 13 Uhr ab Rostock oder um 19 Uhr ab Travemünde.
> dann lieber die letzte

[choice: continues]
ana 2h: Schlag mir zwei Titel für den Vortrag vor
bot 2h: „Wasser im Wandel“ oder „Was der Fluss erzählt“. Welcher gefällt dir besser?
> der zweite gefällt mir

[ellipsis: continues]
ana 2h: Wie wird das Wetter heute in Graz?
bot 2h: Sonnig, 24 Grad.
> und morgen?

[ellipsis: continues]
ana 5h: Hat die Bibliothek samstags offen?
bot 5h: Ja, von 10 bis 14 Uhr.
> und wie ist es sonntags?

[anaphora: continues]
ana 75m: Schreib eine Einladung zum Sommerfest
bot 74m: Liebe Nachbarn, am 12. Juli feiern wir im Hof unser Sommerfest. Bringt gern etwas mit!
> kannst du sie noch etwas kürzen und das Datum fett machen?

[anaphora: continues or open]
ana 1d: Welchen Drucker hat Marek empfohlen?
bot 1d: Den Orlo 220, weil er leise ist.
> Gibt es den auch in weiß?

[correction: continues]
ana 2h: Trag den Elternabend für Mittwoch 19 Uhr ein
bot 2h: Eingetragen: Elternabend, Mittwoch 19 Uhr.
> nein, ich meinte Donnerstag

[correction: continues]
ana 55m: Rechne 240 Schweizer Franken in Euro um
bot 54m: Das sind etwa 251 Euro.
> stimmt nicht ganz, es waren 420 Franken

[closing: continues]
ana 2h: Wie entkalke ich den Wasserkocher?
bot 2h: Mit Zitronensäure und kaltem Wasser, eine halbe Stunde stehen lassen.
> danke dir, hat super geklappt

[closing: continues]
ana 4h: Erinnere mich um acht an die Tabletten
bot 4h: Mache ich, um 20 Uhr.
> alles klar, vielen Dank!

[greeting: new]
ana 11h: Wie hoch ist der Mindestlohn?
bot 11h: Derzeit 12,82 Euro.
> Guten Morgen

[greeting: new]
ana 1d: Was bedeutet „Nebenkostenabrechnung“ auf Englisch?
bot 1d: Service charge statement.
> Hallo! Ich brauche Hilfe bei einer Bewerbung als Gärtnerin.

[announced: new]
ana 5m: Wie lange hält sich Pesto im Kühlschrank?
bot 4m: Etwa zwei Wochen, wenn Öl darüber steht.
> was anderes: wie kündige ich meinen Handyvertrag?

[announced: new]
ana 9m: Wann fährt der letzte Bus nach Telgte?
bot 8m: Um 23:40 Uhr.
> Neues Thema. Ich möchte einen Garten anlegen und weiß nicht, womit ich anfangen soll.

[elsewhere: new or open]
ana 13m: Fasse mir den Artikel über Quallen zusammen
bot 12m: Quallen nehmen zu, weil das Meer wärmer wird und Fressfeinde fehlen.
> Welche Unterlagen brauche ich für die Steuererklärung?

[elsewhere: new]
ana 8h: Wann spielt Bremen am Wochenende?
bot 8h: Samstag um 15:30 gegen Mainz.
> Erkläre mir den Unterschied zwischen TCP und UDP

[words: continues or open]
ana 4d: Die Wärmepumpe taktet zu oft
bot 4d: Dann ist sie zu groß oder der Pufferspeicher zu klein.
> Wie groß müsste der Pufferspeicher für unsere Wärmepumpe sein?

[words: continues or open]
ana 2d: Der Kombucha hat einen seltsamen Belag
bot 2d: Weiß und trocken ist Schimmel, glasig und glatt ist der neue Scoby.
> Heute ist der Belag auf dem Kombucha glasig geworden

[paste: new or open]
ana 7m: Was kostet eine Bahncard 25?
bot 6m: 62,90 Euro im Jahr.
> SELECT k.name, SUM(r.betrag) FROM kunden k JOIN rechnungen r ON r.kunde_id = k.id
WHERE r.datum >= '2026-01-01'
GROUP BY k.name
HAVING SUM(r.betrag) > 1000
ORDER BY 2 DESC;
-- ERROR: column "k.name" must appear in the GROUP BY clause

[paste: new or open]
ana 6m: Wie heißt die Hauptstadt von Bhutan?
bot 5m: Thimphu.
> Sehr geehrte Damen und Herren, hiermit widerspreche ich dem Bescheid vom 3. März fristgerecht. Die darin angesetzte Wohnfläche von 92 Quadratmetern entspricht nicht der tatsächlichen Fläche. Eine Vermessung durch einen Sachverständigen ergab 78 Quadratmeter. Ich bitte um Neuberechnung und schriftliche Bestätigung des Eingangs.
Bitte auf Fehler prüfen

[mixed: continues]
ana 5h: Wie plane ich die Radtour nach Passau?
bot 5h: In sechs Etappen von je 60 Kilometern.
/continue 1m
> Welche Etappe ist die schwerste?

[mixed: new]
ana 6m: Wer hat „Die Blechtrommel“ geschrieben?
bot 5m: Günter Grass.
> Und jetzt zu etwas ganz anderem: meine Waschmaschine schleudert nicht mehr
`
