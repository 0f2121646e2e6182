CREATE TABLE `library_file` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`folder` text NOT NULL,
	`path` text NOT NULL,
	`state` text NOT NULL,
	`size` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`hash` text NOT NULL,
	`rules` text NOT NULL,
	`problem` text,
	`passages` integer NOT NULL,
	`chars` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `library_file_filed` ON `library_file` (`folder`,`path`) WHERE state = 'filed';--> statement-breakpoint
CREATE INDEX `library_file_other` ON `library_file` (`state`) WHERE state <> 'filed';--> statement-breakpoint
CREATE INDEX `library_file_problem` ON `library_file` (`problem`) WHERE problem is not null;--> statement-breakpoint
CREATE TABLE `library_folder` (
	`folder` text PRIMARY KEY NOT NULL,
	`files` integer NOT NULL,
	`passages` integer NOT NULL,
	`chars` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `library_passage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file_id` integer NOT NULL,
	`position` integer NOT NULL,
	`heading` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `library_file`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `library_passage_place` ON `library_passage` (`file_id`,`position`);--> statement-breakpoint
CREATE TABLE `library_vector` (
	`passage_id` integer PRIMARY KEY NOT NULL,
	`model` text NOT NULL,
	`bits` blob,
	`vector` blob
);
--> statement-breakpoint
CREATE INDEX `library_vector_sketch` ON `library_vector` (`model`,`passage_id`,`bits`);--> statement-breakpoint
CREATE VIRTUAL TABLE `library_word` USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
