-- End of a rotated token. Apart from expires_at, from which its successor takes the lifetime.
alter table tokens add column retires_at timestamptz(3);
