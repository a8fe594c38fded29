-- When a rotated token ends, apart from its expiry: its successor gets its lifetime.
alter table tokens add column retires_at timestamptz(3);
