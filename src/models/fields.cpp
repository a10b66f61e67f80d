// See fields.hpp.
#include "models/fields.hpp"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <cmath>
#include <utility>

namespace models {

namespace {

const rapidjson::Value* member(const void* object, const char* key) {
  if (object == nullptr) return nullptr;
  const auto& json = *static_cast<const rapidjson::Value*>(object);
  const auto found = json.FindMember(key);
  return found == json.MemberEnd() || found->value.IsNull() ? nullptr : &found->value;
}

}  // namespace

bool Fields::given(const char* key) const { return member(object_, key) != nullptr; }

bool Fields::null(const char* key) const {
  if (object_ == nullptr) return false;
  const auto& json = *static_cast<const rapidjson::Value*>(object_);
  const auto found = json.FindMember(key);
  return found != json.MemberEnd() && found->value.IsNull();
}

std::size_t Fields::whole(const char* key, std::size_t most, std::optional<std::size_t> otherwise, std::size_t least) {
  const rapidjson::Value* value = member(object_, key);
  if (value == nullptr) {
    if (otherwise) return *otherwise;
    refuse("config", key, {"config has no ", key, ". Pass the config.json that lies beside the weights."});
    return 0;
  }
  const double number = value->IsNumber() ? value->GetDouble() : -1.0;
  const bool within = number >= static_cast<double>(least) && number <= static_cast<double>(most);
  if (!within || number != std::floor(number)) {
    refuse("config", key, {key, " should be a whole number from ", least, " to ", most, "."});
    return 0;
  }
  return static_cast<std::size_t>(number);
}

double Fields::number(const char* key, double otherwise) {
  const rapidjson::Value* value = member(object_, key);
  if (value == nullptr) return otherwise;
  if (value->IsNumber() && std::isfinite(value->GetDouble())) return value->GetDouble();
  refuse("config", key, {key, " should be a number."});
  return otherwise;
}

bool Fields::flag(const char* key, bool otherwise) {
  const rapidjson::Value* value = member(object_, key);
  if (value == nullptr) return otherwise;
  if (value->IsBool()) return value->GetBool();
  refuse("config", key, {key, " should be true or false."});
  return otherwise;
}

std::string_view Fields::word(const char* key, std::string_view otherwise) {
  const rapidjson::Value* value = member(object_, key);
  if (value == nullptr) return otherwise;
  if (value->IsString()) return {value->GetString(), value->GetStringLength()};
  refuse("config", key, {key, " should be a text."});
  return otherwise;
}

std::vector<std::string_view> Fields::words(const char* key) {
  std::vector<std::string_view> words;
  const rapidjson::Value* value = member(object_, key);
  if (value == nullptr) return words;
  if (value->IsArray())
    for (const rapidjson::Value& one : value->GetArray())
      if (one.IsString()) words.emplace_back(one.GetString(), one.GetStringLength());
  if (!value->IsArray() || words.size() != value->Size()) refuse("config", key, {key, " should be a list of texts."});
  return words;
}

std::vector<double> Fields::numbers(const char* key) {
  std::vector<double> numbers;
  const rapidjson::Value* value = member(object_, key);
  if (value == nullptr) return numbers;
  if (value->IsArray())
    for (const rapidjson::Value& one : value->GetArray())
      if (one.IsNumber() && std::isfinite(one.GetDouble())) numbers.push_back(one.GetDouble());
  if (!value->IsArray() || numbers.size() != value->Size())
    refuse("config", key, {key, " should be a list of numbers."});
  return numbers;
}

bool Fields::is_object(const char* key) const {
  const rapidjson::Value* value = member(object_, key);
  return value != nullptr && value->IsObject();
}

std::vector<std::string_view> Fields::keys() const {
  std::vector<std::string_view> keys;
  if (object_ == nullptr) return keys;
  for (const auto& entry : static_cast<const rapidjson::Value*>(object_)->GetObject())
    if (!entry.value.IsNull()) keys.emplace_back(entry.name.GetString(), entry.name.GetStringLength());
  return keys;
}

Fields Fields::object(const char* key) {
  const rapidjson::Value* value = member(object_, key);
  if (value == nullptr) return {};
  if (value->IsObject()) return Fields(value);
  refuse("config", key, {key, " should be an object."});
  return {};
}

void Fields::refuse(std::string_view code, std::string_view path, std::initializer_list<attention::Part> message) {
  if (!problem) problem.emplace(code, path, attention::joined(message));
}

void Fields::take_problem(const Fields& inner, std::string_view key) {
  if (problem || !inner.problem) return;
  problem = inner.problem;
  problem->path = attention::joined({key, ".", inner.problem->path});
}

struct Document::Tree {
  rapidjson::Document json;
};

Document::Document() : tree_(std::make_unique<Tree>()) {}
Document::~Document() = default;

std::optional<std::string> Document::parse(std::string_view json) {
  rapidjson::Document& tree = tree_->json;
  // Without recursion: how deep a foreign file is nested must not matter.
  tree.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseNanAndInfFlag>(json.data(), json.size());
  if (tree.HasParseError()) {
    return attention::joined(
        {rapidjson::GetParseError_En(tree.GetParseError()), " (at character ", tree.GetErrorOffset(), ")"});
  }
  if (!tree.IsObject()) return "it is no object";
  return std::nullopt;
}

Fields Document::fields() const { return Fields(static_cast<const rapidjson::Value*>(&tree_->json)); }

}  // namespace models
