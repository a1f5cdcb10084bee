// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/sqlite_results.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <memory>
#include <string>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

struct Close {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string{"\"\""} : std::string{c};
  return text + "\"";
}

/// An open database; every fault of SQLite leaves as fabric::ConfigError.
class Database {
 public:
  explicit Database(const std::filesystem::path& file) : name_(file.string()) {
    sqlite3* opened = nullptr;
    const int code = sqlite3_open(name_.c_str(), &opened);
    database_.reset(opened);
    require(code == SQLITE_OK);
  }

  void execute(const std::string& sql) {
    require(sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }

  void insert(const Table& table) {
    std::string marks;
    for (std::size_t i = 0; i < table.columns.size(); ++i) marks += i == 0 ? "?" : ",?";
    const std::string sql = fmt::format("INSERT INTO {} VALUES ({})", quoted(table.name), marks);
    sqlite3_stmt* prepared = nullptr;
    require(sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &prepared, nullptr) == SQLITE_OK);
    const std::unique_ptr<sqlite3_stmt, Close> statement{prepared};
    for (const std::vector<Cell>& row : table.rows) {
      for (std::size_t i = 0; i < row.size(); ++i) bind(prepared, static_cast<int>(i) + 1, row[i]);
      require(sqlite3_step(prepared) == SQLITE_DONE);
      require(sqlite3_reset(prepared) == SQLITE_OK);
    }
  }

 private:
  void bind(sqlite3_stmt* statement, int place, const Cell& cell) {
    const auto& text = std::get<std::string>(cell);
    // Null as destructor is SQLITE_STATIC: the text outlives the step.
    require((text.empty()
                 ? sqlite3_bind_null(statement, place)
                 : sqlite3_bind_text(statement, place, text.c_str(), -1, nullptr)) == SQLITE_OK);
  }

  void require(bool fine) const {
    if (fine) return;
    throw fabric::ConfigError(
        fmt::format("{}: cannot be written: {}", name_, sqlite3_errmsg(database_.get())));
  }

  std::string name_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace

bool sqlite_available() { return true; }

void write_sqlite(const std::filesystem::path& file, const std::vector<Table>& tables) {
  Database database{file};
  // The file is renamed when whole, so a journal would only leave litter beside it.
  database.execute("PRAGMA journal_mode = OFF");
  database.execute("BEGIN");
  for (const Table& table : tables) {
    std::string columns;
    for (const Column& column : table.columns) {
      // Affinity NUMERIC turns a text that is a number into one; a hash is never a number.
      columns += (columns.empty() ? "" : ", ") + quoted(column.key) +
                 (column.key == "point" ? " TEXT" : " NUMERIC");
    }
    database.execute(fmt::format("CREATE TABLE {} ({})", quoted(table.name), columns));
    database.insert(table);
  }
  database.execute("COMMIT");
}

}  // namespace ib::tb
