BEGIN TRANSACTION;
CREATE TABLE absence (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	from_at DATETIME NOT NULL, 
	until_at DATETIME NOT NULL, 
	state VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_absence PRIMARY KEY (id), 
	CONSTRAINT fk_absence_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_absence_seat_id_seat FOREIGN KEY(seat_id) REFERENCES seat (id), 
	CONSTRAINT ck_absence_state_is_known CHECK (state IN ('ok', 'asked', 'refused', 'over'))
);
CREATE TABLE act (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	"by" VARCHAR NOT NULL, 
	turn INTEGER NOT NULL, 
	verb VARCHAR NOT NULL, 
	command VARCHAR NOT NULL, 
	said VARCHAR NOT NULL, 
	why VARCHAR NOT NULL, 
	"before" JSON, 
	"after" JSON, 
	letter_id INTEGER, 
	undone INTEGER NOT NULL, 
	CONSTRAINT pk_act PRIMARY KEY (id), 
	CONSTRAINT fk_act_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_act_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id), 
	CONSTRAINT uq_act_game_id_number UNIQUE (game_id, number)
);
CREATE TABLE address (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	email VARCHAR NOT NULL, 
	state VARCHAR NOT NULL, 
	why VARCHAR NOT NULL, 
	added_at DATETIME NOT NULL, 
	asked_at DATETIME, 
	proved_at DATETIME, 
	CONSTRAINT pk_address PRIMARY KEY (id), 
	CONSTRAINT fk_address_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_address_person_id_email UNIQUE (person_id, email), 
	CONSTRAINT ck_address_email_is_lower_case CHECK (email = lower(email)), 
	CONSTRAINT ck_address_state_is_known CHECK (state IN ('ok', 'bad'))
);
INSERT INTO "address" VALUES(1,1,'ann@example.org','ok','','2026-11-23 09:00:00',NULL,'2026-11-23 10:00:00');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE attachment (
	outbox_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	type VARCHAR NOT NULL, 
	cid VARCHAR, 
	"view" VARCHAR, 
	content BLOB NOT NULL, 
	CONSTRAINT pk_attachment PRIMARY KEY (outbox_id, place), 
	CONSTRAINT fk_attachment_outbox_id_outbox FOREIGN KEY(outbox_id) REFERENCES outbox (id)
);
CREATE TABLE bounce (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	email VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	why VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_bounce PRIMARY KEY (id), 
	CONSTRAINT uq_bounce_key UNIQUE ("key")
);
CREATE TABLE former_token (
	token_hash VARCHAR NOT NULL, 
	seat_id INTEGER NOT NULL, 
	ends_at DATETIME NOT NULL, 
	CONSTRAINT pk_former_token PRIMARY KEY (token_hash), 
	CONSTRAINT fk_former_token_seat_id_seat FOREIGN KEY(seat_id) REFERENCES seat (id)
);
CREATE TABLE game (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	ruleset VARCHAR NOT NULL, 
	phase VARCHAR NOT NULL, 
	turn INTEGER NOT NULL, 
	to_move VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	opened_at DATETIME, 
	deadline_at DATETIME, 
	due_at DATETIME, 
	alarm_at DATETIME, 
	clock JSON NOT NULL, 
	settings JSON NOT NULL, 
	closed_at DATETIME, 
	paused_at DATETIME, 
	resumes_at DATETIME, 
	archived_at DATETIME, 
	released INTEGER NOT NULL, 
	run_now_turn INTEGER NOT NULL, 
	era INTEGER NOT NULL, 
	ask VARCHAR NOT NULL, 
	wait VARCHAR NOT NULL, 
	other_asks JSON NOT NULL, 
	holds JSON NOT NULL, 
	claimed_until DATETIME, 
	attempts INTEGER NOT NULL, 
	unended INTEGER NOT NULL, 
	next_try_at DATETIME, 
	error VARCHAR, 
	state VARCHAR NOT NULL, 
	options VARCHAR NOT NULL, 
	secret VARCHAR NOT NULL, 
	secret_hash VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	seq INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	engine_version VARCHAR NOT NULL, 
	CONSTRAINT pk_game PRIMARY KEY (id), 
	CONSTRAINT uq_game_name UNIQUE (name), 
	CONSTRAINT ck_game_phase_is_known CHECK (phase IN ('running', 'paused', 'finished'))
);
CREATE TABLE letter (
	id INTEGER NOT NULL, 
	received_at DATETIME NOT NULL, 
	mail_from VARCHAR NOT NULL, 
	rcpt VARCHAR NOT NULL, 
	raw BLOB NOT NULL, 
	digest VARCHAR NOT NULL, 
	raw_digest VARCHAR NOT NULL, 
	copy_of INTEGER, 
	game_id INTEGER, 
	seat_id INTEGER, 
	state VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	unended INTEGER NOT NULL, 
	next_try_at DATETIME NOT NULL, 
	error VARCHAR, 
	note VARCHAR, 
	labels JSON, 
	verdicts JSON NOT NULL, 
	read_at DATETIME, 
	fate VARCHAR NOT NULL, 
	accepted_by VARCHAR NOT NULL, 
	message_id VARCHAR, 
	moderator_id INTEGER, 
	hold_act INTEGER, 
	asks_player BOOLEAN NOT NULL, 
	CONSTRAINT pk_letter PRIMARY KEY (id), 
	CONSTRAINT fk_letter_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_letter_seat_id_seat FOREIGN KEY(seat_id) REFERENCES seat (id), 
	CONSTRAINT uq_letter_digest UNIQUE (digest), 
	CONSTRAINT ck_letter_state_is_known CHECK (state IN ('new', 'done', 'dead'))
);
CREATE TABLE login (
	digest VARCHAR NOT NULL, 
	seed VARCHAR NOT NULL, 
	person_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	used_at DATETIME, 
	copies INTEGER NOT NULL, 
	CONSTRAINT pk_login PRIMARY KEY (digest), 
	CONSTRAINT fk_login_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE moderator (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	game_id INTEGER, 
	person_id INTEGER NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	token_seed VARCHAR NOT NULL, 
	token_number INTEGER NOT NULL, 
	thread_ids JSON NOT NULL, 
	mails INTEGER NOT NULL, 
	added_at DATETIME NOT NULL, 
	CONSTRAINT fk_moderator_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_moderator_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_moderator_game_id_person_id UNIQUE (game_id, person_id), 
	CONSTRAINT uq_moderator_token_hash UNIQUE (token_hash)
);
CREATE TABLE notice (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	game_id INTEGER, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_notice PRIMARY KEY (id), 
	CONSTRAINT fk_notice_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT uq_notice_key UNIQUE ("key")
);
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	game_id INTEGER, 
	seat_id INTEGER, 
	turn INTEGER, 
	purpose VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	rcpt VARCHAR NOT NULL, 
	to_name VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	body VARCHAR NOT NULL, 
	format VARCHAR NOT NULL, 
	message_id VARCHAR NOT NULL, 
	in_reply_to VARCHAR, 
	"references" JSON NOT NULL, 
	reply_to VARCHAR, 
	created_at DATETIME NOT NULL, 
	state VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_try_at DATETIME NOT NULL, 
	claimed_until DATETIME, 
	claimed_by VARCHAR, 
	due_at DATETIME, 
	tried_at DATETIME, 
	rejected_at DATETIME, 
	waits_for_relay BOOLEAN NOT NULL, 
	sent_at DATETIME, 
	error VARCHAR, 
	problem VARCHAR NOT NULL, 
	useless_after_at DATETIME, 
	moderator_id INTEGER, 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT fk_outbox_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_outbox_seat_id_seat FOREIGN KEY(seat_id) REFERENCES seat (id), 
	CONSTRAINT uq_outbox_key UNIQUE ("key"), 
	CONSTRAINT uq_outbox_message_id UNIQUE (message_id), 
	CONSTRAINT ck_outbox_state_is_known CHECK (state IN ('new', 'sent', 'dead'))
);
CREATE TABLE person (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	email VARCHAR NOT NULL, 
	zone VARCHAR NOT NULL, 
	preferences JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id), 
	CONSTRAINT uq_person_email UNIQUE (email), 
	CONSTRAINT ck_person_email_is_lower_case CHECK (email = lower(email))
);
INSERT INTO "person" VALUES(1,'Ann','ann@example.org','Europe/Berlin','{"quiet": "22:00-07:00"}','2026-11-23 09:00:00');
CREATE TABLE record (
	game_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	turn INTEGER NOT NULL, 
	seat VARCHAR, 
	letter_id INTEGER, 
	orders JSON NOT NULL, 
	events VARCHAR NOT NULL, 
	state_hash VARCHAR NOT NULL, 
	engine_version VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	undone INTEGER NOT NULL, 
	CONSTRAINT pk_record PRIMARY KEY (game_id, seq), 
	CONSTRAINT fk_record_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_record_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id), 
	CONSTRAINT ck_record_kind_is_known CHECK (kind IN ('setup', 'act', 'turn', 'words', 'rollback', 'edit'))
);
CREATE TABLE seat (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	place INTEGER NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	token_seed VARCHAR NOT NULL, 
	token_number INTEGER NOT NULL, 
	policies JSON NOT NULL, 
	seed_words VARCHAR NOT NULL, 
	seed_words_sent VARCHAR NOT NULL, 
	robot VARCHAR NOT NULL, 
	thread_ids JSON NOT NULL, 
	mails INTEGER NOT NULL, 
	told_seq INTEGER NOT NULL, 
	told_talk INTEGER NOT NULL, 
	muted JSON NOT NULL, 
	silence VARCHAR NOT NULL, 
	asks VARCHAR NOT NULL, 
	ready_unless_attacked INTEGER NOT NULL, 
	length VARCHAR NOT NULL, 
	misses JSON NOT NULL, 
	late_turns JSON NOT NULL, 
	offered_at DATETIME, 
	resigns_at DATETIME, 
	CONSTRAINT pk_seat PRIMARY KEY (id), 
	CONSTRAINT fk_seat_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_seat_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_seat_game_id_name UNIQUE (game_id, name), 
	CONSTRAINT uq_seat_game_id_place UNIQUE (game_id, place), 
	CONSTRAINT uq_seat_token_hash UNIQUE (token_hash)
);
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	CONSTRAINT pk_setting PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('key','a key');
CREATE TABLE sheet (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	part INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	letter_id INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	is_ready BOOLEAN NOT NULL, 
	back_to INTEGER, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_sheet PRIMARY KEY (id), 
	CONSTRAINT fk_sheet_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_sheet_seat_id_seat FOREIGN KEY(seat_id) REFERENCES seat (id), 
	CONSTRAINT fk_sheet_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id), 
	CONSTRAINT uq_sheet_letter_id_seat_id_kind_turn UNIQUE (letter_id, seat_id, kind, turn), 
	CONSTRAINT uq_sheet_seat_id_turn_part_kind_revision UNIQUE (seat_id, turn, part, kind, revision)
);
CREATE TABLE sitter (
	id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	from_at DATETIME NOT NULL, 
	until_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	CONSTRAINT pk_sitter PRIMARY KEY (id), 
	CONSTRAINT fk_sitter_seat_id_seat FOREIGN KEY(seat_id) REFERENCES seat (id), 
	CONSTRAINT fk_sitter_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE standby (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	game_id INTEGER, 
	since_at DATETIME NOT NULL, 
	left_at DATETIME, 
	CONSTRAINT pk_standby PRIMARY KEY (id), 
	CONSTRAINT fk_standby_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_standby_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT uq_standby_person_id_game_id UNIQUE (person_id, game_id)
);
CREATE TABLE talk (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	turn INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	hearers JSON, 
	text VARCHAR NOT NULL, 
	letter_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_talk PRIMARY KEY (id), 
	CONSTRAINT fk_talk_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_talk_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id), 
	CONSTRAINT uq_talk_letter_id_place UNIQUE (letter_id, place), 
	CONSTRAINT ck_talk_kind_is_known CHECK (kind IN ('say', 'rumour', 'diary', 'promise'))
);
CREATE TABLE turn (
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	part INTEGER NOT NULL, 
	era INTEGER NOT NULL, 
	undone INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	sheet JSON NOT NULL, 
	record_seq INTEGER NOT NULL, 
	last_seq INTEGER NOT NULL, 
	state VARCHAR NOT NULL, 
	resolved_at DATETIME NOT NULL, 
	deadline_at DATETIME, 
	CONSTRAINT pk_turn PRIMARY KEY (game_id, number, part, era), 
	CONSTRAINT fk_turn_game_id_game FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE used_form (
	digest VARCHAR NOT NULL, 
	used_at DATETIME NOT NULL, 
	CONSTRAINT pk_used_form PRIMARY KEY (digest)
);
CREATE TABLE web_session (
	digest VARCHAR NOT NULL, 
	person_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	CONSTRAINT pk_web_session PRIMARY KEY (digest), 
	CONSTRAINT fk_web_session_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE INDEX ix_address_email ON address (email);
CREATE INDEX ix_game_phase_alarm_at ON game (phase, alarm_at);
CREATE INDEX ix_game_phase_due_at ON game (phase, due_at);
CREATE INDEX ix_seat_person_id ON seat (person_id);
CREATE INDEX ix_former_token_seat_id ON former_token (seat_id);
CREATE INDEX ix_absence_seat_id_until_at ON absence (seat_id, until_at);
CREATE INDEX ix_sitter_person_id ON sitter (person_id);
CREATE INDEX ix_sitter_seat_id_until_at ON sitter (seat_id, until_at);
CREATE INDEX ix_standby_game_id ON standby (game_id);
CREATE INDEX ix_letter_game_id ON letter (game_id);
CREATE INDEX ix_letter_rcpt_received_at ON letter (rcpt, received_at);
CREATE INDEX ix_letter_raw_digest ON letter (raw_digest);
CREATE INDEX ix_letter_seat_id_message_id ON letter (seat_id, message_id);
CREATE INDEX ix_letter_seat_id_state_received_at ON letter (seat_id, state, received_at);
CREATE INDEX ix_letter_state_next_try_at ON letter (state, next_try_at);
CREATE INDEX ix_letter_state_received_at ON letter (state, received_at);
CREATE INDEX ix_sheet_game_id_turn ON sheet (game_id, turn);
CREATE INDEX ix_talk_game_id_id ON talk (game_id, id);
CREATE INDEX ix_record_letter_id ON record (letter_id);
CREATE INDEX ix_outbox_game_id ON outbox (game_id);
CREATE INDEX ix_outbox_rcpt_purpose_created_at ON outbox (rcpt, purpose, created_at);
CREATE INDEX ix_outbox_seat_id_kind ON outbox (seat_id, kind);
CREATE INDEX ix_outbox_seat_id_state ON outbox (seat_id, state);
CREATE INDEX ix_outbox_sent_at ON outbox (sent_at);
CREATE INDEX ix_outbox_state_created_at ON outbox (state, created_at);
CREATE INDEX ix_outbox_state_next_try_at ON outbox (state, next_try_at);
CREATE INDEX ix_bounce_email_at ON bounce (email, at);
CREATE INDEX ix_moderator_person_id ON moderator (person_id);
DELETE FROM "sqlite_sequence";
COMMIT;
